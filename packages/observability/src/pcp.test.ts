import { readFileSync } from 'node:fs';
import { type FakeFile, fakeContext, fakeHost } from '@hostspec/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pcpEnabled, pcpRawFiles, pmlogSummaryArgs, pmlogSummaryArgsPcpZeroconf } from './index.js';
import { parsePmlogger, yesterday } from './pcp.js';

const config = readFileSync(new URL('../fixtures/config.ros', import.meta.url), 'utf8');
/** The metrics that it makes mandatory. */
const mandatory = [
  'disk.dev.total',
  'hinv.ncpu',
  'hinv.ndisk',
  'kernel.all.cpu.idle',
  'kernel.all.cpu.user',
  'kernel.all.load',
  'mem.physmem',
  'mem.util.used',
];
const configPath = '/var/lib/pcp/config/pmlogger/config.ros';
const logs = '/var/log/pcp/pmlogger';
const index = `${logs}/ros/20260228.index`;
const ps = (command: string) => ({
  '/bin/ps auxww': `USER PID %CPU %MEM VSZ RSS TTY STAT START TIME COMMAND\npcp 7 0.0 0.1 10 10 ? Ss 10:00 0:00 ${command}\n`,
});
const running = ps('/usr/libexec/pcp/bin/pmlogger -N -P -c config.default');
const names = {
  '/bin/hostname': 'web01\n',
  '/bin/hostname -f': 'web01.example.com\n',
  '/bin/hostname -s': 'web01\n',
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 2, 1, 0, 30), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('computes yesterday from the local time', () => {
  for (const [zone, day] of [
    ['Asia/Tokyo', '20260131'],
    ['America/New_York', '20260130'],
    ['UTC', '20260131'],
  ]) {
    vi.stubEnv('TZ', zone);
    vi.setSystemTime(new Date('2026-02-01T03:00:00Z'));
    expect([zone, yesterday()]).toEqual([zone, day]);
  }
  vi.stubEnv('TZ', 'Europe/Berlin');
  vi.setSystemTime(new Date('2026-03-29T22:30:00Z'));
  expect(yesterday()).toBe('20260329');
});

const summary = (files: Record<string, FakeFile>, commands: Record<string, string> = running) =>
  pmlogSummaryArgs.definition.evaluate(fakeContext(fakeHost({ files, commands })));

it("gives yesterday's index and the metrics", async () => {
  expect(await summary({ [index]: '', [configPath]: config })).toEqual([index, ...mandatory]);
  expect(await summary({ [index]: '', [configPath]: 'log mandatory on once mem.freemem' })).toEqual([
    index,
    'mem.freemem',
  ]);
});

it('says why there is nothing to summarise', async () => {
  expect(await summary({ [index]: '', [configPath]: config }, ps('/usr/bin/vi pmlogger'))).toEqual({
    nothing: 'no pmlogger is running',
  });
  const noArchive = { nothing: `there is no archive ${index}`, status: 'absent' };
  expect(await summary({ [configPath]: config })).toEqual(noArchive);
  expect(await summary({ [`${index}/x`]: '', [configPath]: config })).toEqual(noArchive);
  expect(await summary({ [index]: '' })).toEqual({
    nothing: `${configPath}: no such file or directory`,
    status: 'absent',
  });
  expect(await summary({ [index]: '', [configPath]: '' })).toEqual({
    nothing: `${configPath} has no metric that is mandatory on`,
  });
  expect(await summary({ [index]: '', [configPath]: 'log what' })).toEqual({
    nothing: `${configPath}: line 1 is wrong at "what"`,
  });
});

const archive = (directory: string, modified: number, ...more: string[]): Record<string, FakeFile> =>
  Object.fromEntries(
    ['20260228.0.xz', '20260228.index', '20260228.meta.xz', ...more].map((name) => [
      `${logs}/${directory}/${name}`,
      { content: 'x', modified: name.endsWith('.index') ? modified : 0 },
    ]),
  );
const raw = async (
  files: Record<string, FakeFile>,
  settings = { ros_collect: true },
  commands: Record<string, string> = names,
) => {
  const context = fakeContext(fakeHost({ files, commands }), settings);
  return {
    files: await pcpRawFiles.definition.evaluate(context),
    args: await pmlogSummaryArgsPcpZeroconf.definition.evaluate(context),
  };
};

it("gives yesterday's archive", async () => {
  const files = {
    ...archive(
      'web01',
      5,
      '20260228.1.xz',
      '20260227.0.xz',
      '20260228.00.10.0.xz',
      '20260228.0',
      '20260228.log.gz',
    ),
    [`${logs}/web01/20260228.dir.xz/x`]: 'in a directory',
  };
  const found = await raw(files);
  expect(found.files).toEqual(
    ['0.xz', '00.10.0.xz', '1.xz', 'index', 'meta.xz'].map((end) => `${logs}/web01/20260228.${end}`),
  );
  const [first, ...metrics] = found.args as string[];
  expect(first).toBe(`${logs}/web01/20260228.index`);
  expect(metrics).toContain('mem.physmem');
  expect(metrics).toEqual([...new Set(metrics)].sort());
});

it('uses the directory with the newest index, then the one with the most files', async () => {
  const chosen = async (files: Record<string, FakeFile>) => ((await raw(files)).args as string[])[0];
  expect(await chosen({ ...archive('web01', 5), ...archive('web01.example.com', 6) })).toBe(
    `${logs}/web01.example.com/20260228.index`,
  );
  expect(await chosen({ ...archive('web01', 6, '20260228.1.xz'), ...archive('web01.example.com', 6) })).toBe(
    `${logs}/web01/20260228.index`,
  );
  expect(await chosen({ ...archive('web01', 6), ...archive('web01.example.com', 6, '20260228.1.xz') })).toBe(
    `${logs}/web01.example.com/20260228.index`,
  );
});

it('also finds the short form of the full name', async () => {
  expect(
    (await raw(archive('db', 1), undefined, { '/bin/hostname -f': 'db.example.com\n' })).files,
  ).toHaveLength(3);
});

it('says why there is no archive', async () => {
  const none = {
    nothing: `there is no complete archive of yesterday for this host in ${logs}`,
  };
  const withoutIndex = archive('web01', 5, '20260228.1.0.xz', '20260228.2.0.xz');
  delete withoutIndex[`${logs}/web01/20260228.index`];
  const withoutMeta = archive('web01', 5);
  delete withoutMeta[`${logs}/web01/20260228.meta.xz`];
  for (const files of [{}, archive('other', 5), withoutIndex, withoutMeta])
    expect(await raw(files)).toEqual({ files: none, args: none });
  expect((await raw(archive('..', 5), undefined, { '/bin/hostname': '..\n' })).files).toEqual(none);
  const off = { nothing: 'the setting ros_collect is false' };
  expect(await raw(archive('web01', 5), { ros_collect: false })).toEqual({ files: off, args: off });
});

it.each([
  ['enabled', true],
  ['enabled-runtime', true],
  ['static', true],
  ['indirect', true],
  ['generated', true],
  ['transient', true],
  ['alias', false],
  ['disabled', false],
  ['masked', false],
])('takes a pmproxy.service that is %s for PCP: %s', async (state, holds) => {
  const units = `UNIT FILE STATE PRESET\npmcd.service enabled disabled\npmproxy.service ${state} disabled\n`;
  const host = fakeHost({ commands: { '/bin/systemctl list-unit-files': units } });
  expect(await pcpEnabled.definition.evaluate(fakeContext(host))).toEqual({
    holds,
    reason: `pmproxy.service is ${state}`,
  });
});

it('says that there is no PCP', async () => {
  expect(await pcpEnabled.definition.evaluate(fakeContext(fakeHost()))).toEqual({
    holds: false,
    reason: 'there is no pmproxy.service',
  });
});

describe('pmlogger configuration', () => {
  it('reads the metrics that are mandatory on, with or without an access section', () => {
    expect(parsePmlogger(config)).toEqual({ mandatory });
    expect(parsePmlogger(config.slice(0, config.indexOf('[access]')))).toEqual({ mandatory });
    expect(parsePmlogger('')).toEqual({ mandatory: [] });
    expect(parsePmlogger('# nothing\n[access]\ndisallow * : all;\n')).toEqual({ mandatory: [] });
  });

  it.each([
    'log mandatory on default { hinv.ncpu } [access]\ndisallow * : all;\n',
    'log mandatory on once hinv.ncpu [ access ] allow local:* : enquire;',
    'log mandatory on default { hinv.ncpu["cpu0", cpu1] } # [access]\n[access]',
  ])('ends at the part on access, wherever it begins: %j', (configuration) => {
    expect(parsePmlogger(configuration)).toEqual({ mandatory: ['hinv.ncpu'] });
  });

  it.each([
    ['log mandatory on default { a.b [access] c.d }', 'line 1 is wrong at "["'],
    ['log mandatory on default {\n  mem.freemem', 'it breaks off'],
    ['log mandatory on', 'it breaks off'],
    ['log mandatory on default { }', 'line 1 is wrong at "}"'],
    ['log mandatory on every 5 fortnights mem.freemem', 'line 1 is wrong at "fortnights"'],
    ['log mandatory on 1.5 sec mem.freemem', 'line 1 is wrong at ".5"'],
    ['log advisory maybe { mem.freemem }', 'line 1 is wrong at "maybe"'],
    ['log mandatory on once a.b\nc.d', 'line 2 is wrong at "c.d"'],
    ['log mandatory on default { a.b[1 }', 'line 1 is wrong at "}"'],
    ['log mandatory on default { -x }', 'line 1 is wrong at "-"'],
    ['log mandatory on default { a-b }', 'line 1 is wrong at "-"'],
    ['\0\xff', 'line 1 is wrong at "\\u0000"'],
  ])('names the wrong part: %j', (wrong, problem) => {
    expect(parsePmlogger(wrong)).toEqual({ problem });
  });
});
