import {
  type CollectingHost,
  hostError,
  type Redaction,
  type RunReport,
  type RunStart,
  simpleFile,
} from '@hostspec/spec';
import { type FakeFile, fakeHost } from '@hostspec/testing';
import { expect, test, vi } from 'vitest';
import { type CollectOptions, collectInto, memorySink, plan } from '../index.js';
import { collectingHost } from '../plan/collecting-host.js';
import { catalogOf } from '../testing/collect-specs.js';

const specs = { file: simpleFile('/etc/app', { doc: 'A file' }) };
const catalog = catalogOf(specs);

const machineId = '0123456789abcdef0123456789abcdef';
const bootId = '1e35fd62-2b02-4816-8698-7266c3414879';
const ids = { '/etc/machine-id': `${machineId}\n`, '/proc/sys/kernel/random/boot_id': `${bootId}\n` };

const hostWith = (files: Readonly<Record<string, FakeFile>>, more: Partial<CollectingHost> = {}) => ({
  ...collectingHost(fakeHost({ files: { '/etc/app': 'x', ...files } })),
  executes: true,
  ...more,
});

/** What the sink is told about a run when it begins and when it ends. */
async function runOn(host: CollectingHost, options: Partial<CollectOptions> = {}) {
  const sink = memorySink();
  const begin = vi.fn((start: RunStart) => sink.begin(start));
  const finish = vi.fn((report: RunReport) => sink.finish(report));
  const planned = await plan(catalog, { host });
  await collectInto(planned, { catalog, host, sink: { ...sink, begin, finish }, ...options });
  const [[start], [report]] = [begin.mock.calls[0] ?? [], finish.mock.calls[0] ?? []];
  return { start, report };
}

test('a run says which host it is of, at its beginning and at its end', async () => {
  const processes = [7, 8];
  const { start, report } = await runOn(hostWith(ids, { processes: () => processes }), { target: 'web1' });
  const known = { target: 'web1', machineId, bootId, processes };
  expect(start).toMatchObject(known);
  expect(report).toMatchObject(known);
  expect(report).not.toHaveProperty('collectedFrom');
});

test.each([
  ['a text that is no id', { '/etc/machine-id': 'password=hunter2\n' }],
  ['more than an id', { '/etc/machine-id': `${machineId} hunter2` }],
  ['an id that systemd has not set yet', { '/etc/machine-id': 'uninitialized\n' }],
  ['nothing', {}],
])('%s is not kept', async (_, files) => {
  const { start } = await runOn(hostWith(files));
  for (const name of ['machineId', 'bootId', 'target', 'processes']) expect(start).not.toHaveProperty(name);
});

test('denied files are not read for it', async () => {
  const denials = {
    spec: () => undefined,
    command: () => undefined,
    file: (path: string) => (path === '/etc/machine-id' ? 'no' : undefined),
  };
  const { start } = await runOn(hostWith(ids), { denials });
  expect(start).toMatchObject({ bootId });
  expect(start).not.toHaveProperty('machineId');
});

test('below another root, the running kernel is not that of the host', async () => {
  const { start } = await runOn(hostWith(ids, { executes: false }));
  expect(start).toMatchObject({ machineId });
  expect(start).not.toHaveProperty('bootId');
});

test('everything is masked', async () => {
  const text = (word: string) => `<${word}>`;
  const content: Redaction['content'] = () => ({
    push: (piece) => piece,
    end: () => new Uint8Array(),
    masked: () => ({}),
  });
  const { start } = await runOn(hostWith(ids), {
    target: 'web1',
    redaction: { text, content },
  });
  expect(start).toMatchObject({ target: '<web1>', machineId: `<${machineId}>`, bootId: `<${bootId}>` });
});

test('a host that does not answer delays a run only until it ends', async () => {
  const never = new Promise<never>(() => {});
  const readFile = (path: string) =>
    path === '/etc/machine-id' ? never : Promise.reject(hostError('absent', 'no'));
  const host = hostWith(ids, { readFile });
  const { start, report } = await runOn(host, { signal: AbortSignal.timeout(50) });
  expect(start).not.toHaveProperty('machineId');
  expect(report?.interrupted).toBeDefined();
});

test("an archive's own word counts, and its run stays one that ended early", async () => {
  const archived = { kind: 'insights', target: 'db1', machineId: 'token', interrupted: 'SIGINT' } as const;
  const { start, report } = await runOn(hostWith(ids, { executes: false, archived }));
  expect(start).toMatchObject({ collectedFrom: 'insights', target: 'db1', machineId: 'token', bootId });
  expect(report?.interrupted).toBe('the run of the archive ended early: SIGINT');
  const own = await runOn(hostWith(ids, { executes: false, archived: { kind: 'hostspec' } }));
  expect(own.start).toMatchObject({ machineId, bootId });
  expect(own.start).not.toHaveProperty('collectedFrom');
  expect(own.report).not.toHaveProperty('interrupted');
});
