import { collectInto, memorySink, plan } from '@hostspec/engine';
import { simpleCommand, slice } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { createArchiveHost } from './host.js';
import { archiveOf, outcomesOf, taken } from './testing/archive-of.js';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

test('an archive of hostspec: what its manifest says of items and of what is missing', async () => {
  const item = (path: string, source: object, more: object = {}): object => ({ path, source, ...more });
  const command = (...argv: readonly string[]): object => ({ kind: 'command', argv });
  const file = (path: string): object => ({ kind: 'file', path });
  const container = { engine: 'podman', id: '0123', image: 'i' };
  const truncated = { reason: 'the last 3 of 9 bytes', originalBytes: 9 };
  const outcomes = outcomesOf({
    items: [
      item('etc/odd%0Aname', file('/etc/odd\nname')),
      item('var/log/big', file('var/log/big'), { truncated }),
      item('insights_commands/a', command('/bin/a', 'x y'), { rc: 0 }),
      item('insights_commands/a~2', command('/bin/a', 'x', 'y'), { rc: 3 }),
      item('insights_commands/ls_.dev.disk.by-uuid', { kind: 'listing', path: '/dev/disk/by-uuid/' }),
      item('insights_containers/0123/etc/os', file('/etc/os'), { container }),
      item('lost', file('/etc/lost')),
    ],
    misses: [
      { source: command('/bin/quiet'), status: 'empty', rc: 0, reason: 'printed nothing' },
      { source: command('/bin/broken'), status: 'failed', rc: 9, reason: '/bin/broken exited with 9' },
      { source: command('/bin/gone'), status: 'absent', reason: 'command not found: /bin/gone' },
      { source: file('/var/log/none'), status: 'empty', reason: '/var/log/none is empty' },
      { source: file('/etc/odd\nname'), container, status: 'empty', rc: 0, reason: 'printed nothing' },
      { source: file('/etc/shadow'), status: 'denied', reason: '/etc/shadow: permission denied' },
    ],
  });
  const files = {
    'etc/odd%0Aname': 'odd',
    'var/log/big': 'end',
    'insights_commands/a': 'one argument',
    'insights_commands/a~2': 'two arguments',
    'insights_commands/ls_.dev.disk.by-uuid': 'b\na\n',
    'insights_containers/0123/etc/os': 'RHEL',
  };
  const host = await createArchiveHost(
    archiveOf(files, { kind: 'hostspec', manifest: { hostname: 'web01' }, outcomes }),
  );
  expect(host.executes).toBe(false);
  expect(await host.hostname()).toBe('web01');
  expect(text(await host.readFile('/etc/odd\nname'))).toBe('odd');
  expect(await host.readFile('/var/log/none')).toHaveLength(0);
  expect(await host.run(['podman', 'exec', '0123', 'cat', '/etc/odd\nname'])).toMatchObject({ rc: 0 });
  expect(await host.run("/bin/a 'x y'")).toMatchObject({ rc: 0, output: Buffer.from('one argument') });
  expect(await host.run('/bin/a x y')).toMatchObject({ rc: 3, output: Buffer.from('two arguments') });
  expect(await host.run('/usr/sbin/a x y')).toMatchObject({ rc: 3 });
  expect(await host.run('/bin/a "x y" ""')).toMatchObject({ problem: 'absent' });
  expect(await host.run("/bin/a 'x'_y")).toMatchObject({ problem: 'absent' });
  expect(await host.run('/bin/quiet')).toMatchObject({ rc: 0, output: Buffer.alloc(0) });
  expect(await host.run('/bin/broken')).toMatchObject({ rc: 9, output: Buffer.alloc(0) });
  expect(await host.run('/bin/gone')).toMatchObject({
    rc: undefined,
    problem: 'absent',
    reason: 'command not found: /bin/gone',
  });
  expect(await host.run('/bin/other --x')).toMatchObject({
    problem: 'absent',
    reason: 'the archive has no output of /bin/other --x',
  });
  expect(
    await host.run(['/usr/bin/podman', 'exec', '-e', 'A=b', '-e', 'C', '0123', 'cat', '/etc/os']),
  ).toMatchObject({
    rc: 0,
    output: Buffer.from('RHEL'),
  });
  expect(await host.list('/dev/disk/by-uuid')).toEqual(['a', 'b']);
  await expect(host.readFile('/etc/shadow')).rejects.toMatchObject({
    problem: 'denied',
    message: '/etc/shadow: permission denied',
  });
  await expect(host.readFile('/etc/none')).rejects.toMatchObject({
    problem: 'absent',
    message: '/etc/none: not in the archive',
  });
  await expect(host.readFile('/etc')).rejects.toMatchObject({ problem: 'refused' });
  expect(await host.which('/bin/a')).toBe('/bin/a');
  expect(await host.which('quiet')).toBe('/usr/bin/quiet');
  expect(await host.which('/bin/gone')).toBeUndefined();
  expect(await host.which('/bin/unheard-of')).toBeUndefined();
  let cut: unknown;
  const content = await taken(async (take) => {
    cut = await host.readInto('/var/log/big', take);
  });
  expect(content).toBe('end');
  expect(cut).toEqual({ reason: 'already cut in the archive: the last 3 of 9 bytes', originalBytes: 9 });
});

test('an archive of insights-core of the earlier layout, without metadata', async () => {
  const host = await createArchiveHost(
    archiveOf(
      { 'insights_commands/uname_-a': 'Linux', 'etc/fstab': '/dev/sda1 / xfs' },
      { kind: 'insights-host' },
    ),
  );
  expect(text((await host.run('/usr/bin/uname -a')).output)).toBe('Linux');
  expect(text(await host.readFile('etc/fstab'))).toBe('/dev/sda1 / xfs');
});

test('a root file system: files only', async () => {
  const host = await createArchiveHost(archiveOf({ 'bin/ls': '\x7fELF', 'etc/hosts': 'localhost' }));
  expect(text(await host.readFile('/etc/hosts'))).toBe('localhost');
  expect(await host.run('/bin/ls')).toMatchObject({ problem: 'absent' });
  expect(await host.which('/bin/ls')).toBe('/bin/ls');
  expect(await host.hostname()).toBe('localhost');
});

test('files of something else are refused', async () => {
  await expect(createArchiveHost(archiveOf({ 'a/b': 'c' }))).rejects.toMatchObject({
    code: 'INVALID_ARCHIVE',
    message: expect.stringContaining('/tmp/archive.tar.gz is not an archive of hostspec'),
    subject: '/tmp/archive.tar.gz',
  });
});

test('a command that failed when it ran fails with what was said of it then', async () => {
  const outcomes = outcomesOf({
    misses: [
      {
        source: { kind: 'command', argv: ['/bin/broken'] },
        status: 'failed',
        rc: 9,
        reason: '/bin/broken exited with 9: no daemon',
      },
      {
        source: { kind: 'command', argv: ['/bin/secret'] },
        status: 'denied',
        rc: 1,
        reason: 'needs root: /bin/secret exited with 1: no',
      },
    ],
  });
  const host = await createArchiveHost(archiveOf({}, { kind: 'hostspec', outcomes }));
  const doc = { doc: 'x' };
  const catalog = slice({
    name: 'test',
    version: '1.0.0',
    specs: { broken: simpleCommand('/bin/broken', doc), secret: simpleCommand('/bin/secret', doc) },
  });
  const told = new Map<string, object>();
  const sink = memorySink();
  await collectInto(await plan(catalog, { host }), {
    catalog,
    host,
    sink,
    onOutcome: ({ name, status, reason }) => told.set(name, { status, reason }),
  });
  await sink.close();
  expect(Object.fromEntries(told)).toEqual({
    broken: { status: 'failed', reason: '/bin/broken exited with 9: no daemon' },
    secret: { status: 'denied', reason: 'needs root: /bin/secret exited with 1: no' },
  });
  expect(await host.which('/bin/secret')).toBe('/bin/secret');
});
