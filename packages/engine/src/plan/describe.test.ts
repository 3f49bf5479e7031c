import { firstFile, firstOf, globFile, listdir, type Spec, simpleCommand, simpleFile } from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { describeSpecs, doc } from '../testing/collect-specs.js';

const stored = fakeHost({
  files: { '/etc/app': 'x', '/etc/closed': { denied: true }, '/srv/a': 'x', '/run/pipe': { kind: 'fifo' } },
  commands: { '/bin/show --all': 'x' },
});

const host = { ...stored, executes: true };

const specs = {
  file: simpleFile('/etc/app', doc),
  gone: simpleFile('/etc/gone', doc),
  directory: simpleFile('/srv', doc),
  pipe: simpleFile('/run/pipe', doc),
  listing: listdir('/srv', doc),
  command: simpleCommand('/bin/show --all', doc),
  unknown: simpleCommand('/bin/other', doc),
  first: firstFile(['/etc/gone', '/etc/app'], doc),
};

const described = async (given: Parameters<typeof describeSpecs>[1]) => {
  const all = await describeSpecs(specs, given);
  return Object.fromEntries(all.map(({ name, ...rest }) => [name, rest]));
};
const gapsOf = (all: Awaited<ReturnType<typeof described>>) =>
  Object.fromEntries(Object.entries(all).map(([name, { sources }]) => [name, sources.map(({ gap }) => gap)]));

test('missing files and files of the wrong type are known before the run', async () => {
  const all = await described({ host });
  const absent = (reason: string) => ({ status: 'absent', reason });
  const gone = absent('/etc/gone: not found, or must not be accessed');
  expect(gapsOf(all)).toEqual({
    file: [undefined],
    gone: [gone],
    directory: [{ status: 'denied', reason: '/srv: is a directory, not a regular file' }],
    pipe: [{ status: 'denied', reason: '/run/pipe: is a FIFO, not a regular file' }],
    listing: [undefined],
    command: [undefined],
    unknown: [absent('command not found: /bin/other')],
    first: [gone, undefined],
  });
  expect(Object.keys(all).filter((name) => all[name]?.first)).toEqual(['first']);
  expect(all.first?.sources.map(({ source }) => source)).toEqual([
    { kind: 'file', path: '/etc/gone' },
    { kind: 'file', path: '/etc/app' },
  ]);
  expect(stored.ran).toEqual([]);
});

test('alternatives that all have nothing say why, one after another', async () => {
  const either = firstOf([globFile(['/none/*']), globFile(['/nowhere/*'])], doc);
  expect(await describeSpecs({ either }, { host })).toMatchObject([
    {
      sources: [],
      gap: { status: 'absent', reason: 'no file matches /none/*; no file matches /nowhere/*' },
    },
  ]);
});

test('a program that exists but does not count has the reason of the host', async () => {
  const which: typeof host.which = async (_, options) => {
    options?.refused?.('/bin/show: anyone can change it', 'refused');
    return undefined;
  };
  expect(gapsOf(await described({ host: { ...host, which } })).command).toEqual([
    { status: 'denied', reason: '/bin/show: anyone can change it' },
  ]);
});

test('on a host that executes nothing, a command gives the output that is stored', async () => {
  const gaps = gapsOf(await described({ host: stored }));
  expect([gaps.command, gaps.unknown]).toMatchObject([[undefined], [{ status: 'absent' }]]);
  const run: typeof host.run = async () => ({ rc: undefined, output: new Uint8Array(), problem: 'denied' });
  expect(gapsOf(await described({ host: { ...stored, run } })).command).toEqual([
    { status: 'absent', reason: 'its output is not stored' },
  ]);
});

test('an error that is not a host’s is the gap of its spec', async () => {
  const stat: typeof host.stat = async (path) => {
    if (path === '/etc/app') throw new TypeError('a defect');
    return host.stat(path);
  };
  const { file, listing } = await described({ host: { ...host, stat } });
  expect(file).toMatchObject({ sources: [], gap: { status: 'failed', reason: 'a defect' } });
  expect(listing).not.toHaveProperty('gap');
});

describe('expected bytes', () => {
  const day = 24 * 3600 * 1000;
  const now = Date.now();
  const log = (bytes: number, days: number) => ({ content: 'x'.repeat(bytes), modified: now - days * day });

  const host = {
    ...fakeHost({
      files: {
        '/etc/app': 'x'.repeat(70),
        '/proc/stat': 'x',
        '/var/log/a.log': log(100, 0),
        '/var/log/a.log.1': log(60, 2),
        '/var/log/a.log.2.gz': log(10, 4),
        '/var/log/a.log.3': log(500, 30),
      },
      commands: { '/bin/show': 'x' },
    }),
    executes: true,
    now: () => now,
  };

  const bytesOf = async (spec: Spec) => {
    const [described] = await describeSpecs({ spec }, { host });
    return described?.sources.map(({ bytes }) => bytes);
  };
  const logs = (newest: number, more: object = {}) =>
    globFile(['/var/log/a*'], { ...doc, log: { newest, ...more } });

  test('the size of a file is known before the run, but not that of a command or of a file of the kernel', async () => {
    const specs = {
      file: simpleFile('/etc/app', doc),
      made: simpleFile('/proc/stat', doc),
      command: simpleCommand('/bin/show', doc),
    };
    const all = await describeSpecs(specs, { host });
    expect(all.map(({ sources }) => sources.map(({ bytes }) => bytes))).toEqual([
      [70],
      [undefined],
      [undefined],
    ]);
  });

  test('of a log, the window and the limits count, from the newest file back', async () => {
    expect(await bytesOf(logs(1000))).toEqual([100, 60, 80, 500]);
    expect(await bytesOf(logs(1000, { window: '7d' }))).toEqual([100, 60, 80, 0]);
    expect(await bytesOf(logs(130, { window: '7d' }))).toEqual([100, 30, 0, 0]);
    expect(await bytesOf(logs(1000, { newestEach: 50 }))).toEqual([50, 50, 50, 50]);
  });

  test('of a log in a window can be fewer', async () => {
    const windowedIn = async (spec: Spec) => {
      const [described] = await describeSpecs({ spec }, { host });
      return described?.sources.map(({ windowed }) => windowed);
    };
    expect(await windowedIn(logs(1000, { window: '7d' }))).toEqual([true, true, true, undefined]);
    expect(await windowedIn(logs(1000))).toEqual([undefined, undefined, undefined, undefined]);
  });
});
