import { expect, test } from 'vitest';
import { createArchiveHost } from './host.js';
import type { OpenedArchive } from './opened-archive.js';
import { createArchiveSession } from './shell/session.js';
import { archiveOf, outcomesOf, taken } from './testing/archive-of.js';

const command = (...argv: readonly string[]): object => ({ kind: 'command', argv });
const file = (path: string): object => ({ kind: 'file', path });
const listing = (path: string): object => ({ kind: 'listing', path });

const archiveWith = (
  files: Readonly<Record<string, string>>,
  ...outcomes: readonly object[]
): OpenedArchive => archiveOf(files, { kind: 'hostspec', outcomes: outcomesOf(...outcomes) });

test.each([
  ['empty', { status: 'empty', reason: 'printed nothing', rc: 3 }, { rc: 3 }],
  ['empty, without its exit status', { status: 'empty', reason: 'printed nothing' }, { rc: 0 }],
  ['failed', { status: 'failed', reason: 'exited with 9', rc: 9 }, { rc: 9, reason: 'exited with 9' }],
  [
    'failed without an exit status',
    { status: 'failed', reason: 'ended by a signal' },
    { rc: undefined, problem: 'failed', reason: 'ended by a signal' },
  ],
  [
    'denied',
    { status: 'denied', reason: 'needs root', rc: 1 },
    { rc: 1, problem: 'denied', reason: 'needs root' },
  ],
  [
    'absent, as its output said',
    { status: 'absent', reason: 'no daemon', rc: 1 },
    { rc: 1, problem: 'absent', reason: 'no daemon' },
  ],
  [
    'skipped',
    { status: 'skipped', reason: 'left out by the plan' },
    { rc: undefined, problem: 'absent', reason: 'left out by the plan' },
  ],
  [
    'absent',
    { status: 'absent', reason: 'command not found: /bin/a' },
    { rc: undefined, problem: 'absent', reason: 'command not found: /bin/a' },
  ],
])('a command that was %s ends so again', async (_, miss, end) => {
  const archive = archiveWith({}, { misses: [{ source: command('/bin/a'), ...miss }] });
  const host = await createArchiveHost(archive);
  expect(await host.run('/bin/a')).toStrictEqual({ output: Buffer.alloc(0), ...end });
  const { rc, ...rest } = end as { readonly rc: number | undefined };
  expect(await host.runInto(['/bin/a'], () => {})).toStrictEqual(rc === undefined ? rest : end);
  expect(await host.which('/bin/a')).toBe(rc === undefined ? undefined : '/bin/a');
});

test.each([
  ['skipped', 'absent', file('/etc/a')],
  ['failed', 'failed', file('/etc/a')],
  ['refused', 'refused', file('/etc/a')],
  ['empty', 'absent', listing('/etc/a')],
  ['denied', 'denied', listing('/etc/a')],
])('what was %s is missing as %s, with the reason', async (status, problem, source) => {
  const host = await createArchiveHost(
    archiveWith({}, { misses: [{ source, status, reason: 'as it was then' }] }),
  );
  const error = { problem, message: 'as it was then' };
  await expect(host.readFile('/etc/a')).rejects.toMatchObject(error);
  await expect(host.look('/etc/./a')).rejects.toMatchObject(error);
  await expect(host.list('/etc/a')).rejects.toMatchObject(error);
});

test('an item without its source or its content says nothing', async () => {
  const session = await createArchiveSession(
    archiveWith(
      { 'etc/hosts': 'H', 'etc/unnamed': 'U' },
      {
        items: [
          { path: 'etc/hosts', source: file('/etc/hosts') },
          { path: 'etc/unnamed' },
          { path: 'etc/unnamed', container: { engine: 'podman', id: '0123', image: 'i' } },
          { path: 'etc/lost', source: file('/etc/lost') },
          { path: 'c/lost', source: command('/bin/lost') },
          { path: 'c/lost', source: listing('/dev') },
        ],
      },
    ),
  );
  expect(await session.names('/')).toEqual(['etc']);
  expect(await session.names('/etc')).toEqual(['hosts']);
  expect(session.lines).toEqual([]);
  await expect(session.names('/dev')).rejects.toThrow('/dev: not in the archive');
});

test('a path that is longer than any on Linux is none', async () => {
  const long = '/a'.repeat(200_000);
  const session = await createArchiveSession(
    archiveWith(
      { 'etc/hosts': 'H', long: 'L' },
      {
        items: [
          { path: 'long', source: file(long) },
          { path: 'etc/hosts', source: file('/etc/hosts') },
        ],
        misses: [{ source: file(long), status: 'empty', reason: 'is empty' }],
      },
    ),
  );
  expect(await session.names('/')).toEqual(['etc']);
  expect(() => session.open(long)).toThrow('not in the archive');
});

test('the first of several outputs of a command counts', async () => {
  const host = await createArchiveHost(
    archiveWith(
      { 'c/one': 'one', 'c/two': 'two' },
      { items: [{ path: 'c/one', source: command('/bin/a') }] },
      { items: [{ path: 'c/two', source: command('/usr/sbin/a'), rc: 1 }] },
    ),
  );
  expect(await host.run('a')).toStrictEqual({ rc: 0, output: Buffer.from('one') });
});

test('the same path on the host and in containers is several files', async () => {
  const inContainer = (id: string): object => ({
    path: `c/${id}`,
    source: file('/etc/os'),
    container: { engine: 'podman', id, image: 'i' },
  });
  const host = await createArchiveHost(
    archiveWith(
      { 'etc/os': 'host', 'c/01': 'first', 'c/23': 'second' },
      { items: [inContainer('01'), inContainer('23'), { path: 'etc/os', source: file('/etc/os') }] },
    ),
  );
  expect((await host.run('podman exec 01 cat /etc/os')).output).toEqual(Buffer.from('first'));
  expect((await host.run('podman exec 23 cat /etc/os')).output).toEqual(Buffer.from('second'));
  expect(Buffer.from(await host.readFile('/etc/os')).toString()).toBe('host');
});

test('the answer says if a file or an output was cut', async () => {
  const truncated = { reason: 'the first 3 of 9 bytes', originalBytes: 9 };
  const cut = { reason: 'already cut in the archive: the first 3 of 9 bytes', originalBytes: 9 };
  const archive = archiveWith(
    { 'c/a': 'one', 'etc/a': 'two' },
    {
      items: [
        { path: 'c/a', source: command('/bin/a'), rc: 0, truncated },
        { path: 'etc/a', source: file('/etc/a'), truncated },
        { path: 'c/a', source: command('/bin/b'), rc: 0 },
      ],
    },
  );
  const host = await createArchiveHost(archive);
  let end: unknown;
  const printed = await taken(async (take) => {
    end = await host.runInto(['/bin/a'], take);
  });
  expect(printed).toBe('one');
  expect(end).toStrictEqual({ rc: 0, cut });
  expect(await host.runInto(['/bin/b'], () => {})).toStrictEqual({ rc: 0 });
  const session = await createArchiveSession(archive);
  expect(session.open('/etc/../etc/a')).toStrictEqual({ file: archive.files.get('etc/a'), cut: cut.reason });
});
