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

test('an archive of insights-core: outputs by their names, reasons from its errors', async () => {
  const traceback = (last: string): string =>
    `Traceback (most recent call last):\n  File "x.py"\ninsights.core.exceptions.${last}\n`;
  const failed = (...lines: readonly string[]): object => ({
    status: 'failed',
    errors: lines.map(traceback),
  });
  const outcomes = outcomesOf(
    failed('ContentException: Command not found: /usr/bin/abrt'),
    failed('ContentException: Empty (after filtering): insights_commands/blkid_-c_.dev.null'),
    failed('ContentException: Empty (after filtering): /var/log/none'),
    failed(
      `CalledProcessError: (9, ['timeout', '-s', '9', '10', '/usr/bin/dig', '+edns=0', "it's", 'SOA'], b";; no 'server'")`,
      'ContentException: /etc/none does not exist.',
    ),
    failed('CalledProcessError: nonsense', 'ContentException: Cannot access /etc/secret'),
    {
      items: [
        {
          path: 'insights_commands/another_name',
          source: { kind: 'command', argv: ['/bin/earlier', 'a b'] },
          rc: 2,
        },
      ],
    },
  );
  const files = {
    'etc/hostname': 'db01\n',
    'insights_commands/another_name': 'kept with its status',
    'insights_commands/ethtool_-i_eth0': 'driver: veth',
    'insights_commands/ps_auxww': 'USER PID',
    'insights_commands/ls_la': '/tmp:\ntotal 0\n\n/var/log:\ntotal 4',
    'insights_commands/ansible_telemetry': 'none',
    'insights_containers/0123456789ab/etc/redhat-release': 'Red Hat Enterprise Linux',
    'insights_containers/0123456789ab/insights_commands/ps_aux': 'PID USER',
  };
  const host = await createArchiveHost(archiveOf(files, { kind: 'insights', outcomes }));
  expect(await host.hostname()).toBe('db01');
  expect(await host.readFile('/var/log/none')).toHaveLength(0);
  expect(await host.run('/sbin/ethtool -i eth0')).toMatchObject({
    rc: 0,
    output: Buffer.from('driver: veth'),
  });
  expect(await host.run('/usr/bin/abrt status')).toMatchObject({
    problem: 'absent',
    reason: 'command not found: /usr/bin/abrt',
  });
  expect(await host.which('/usr/bin/abrt')).toBeUndefined();
  expect(await host.which('/sbin/ethtool')).toBe('/sbin/ethtool');
  expect(await host.run('/sbin/blkid -c /dev/null')).toMatchObject({ rc: 0, output: Buffer.alloc(0) });
  expect(await host.run(`/usr/bin/dig +edns=0 "it's" SOA`)).toMatchObject({
    rc: 9,
    reason: '/usr/bin/dig exited with 9',
  });
  expect(await host.run(['/bin/earlier', 'a b'])).toMatchObject({
    rc: 2,
    output: Buffer.from('kept with its status'),
  });
  await expect(host.readFile('/etc/none')).rejects.toMatchObject({ message: '/etc/none: did not exist' });
  await expect(host.readFile('/etc/secret')).rejects.toMatchObject({ problem: 'denied' });
  expect(text((await host.run('/bin/ls -la /tmp /var/log')).output)).toContain('/var/log:');
  expect(await host.run('/bin/ls -la /tmp /root')).toMatchObject({ problem: 'absent' });
  expect(await host.run('/bin/ls -lan /tmp')).toMatchObject({ problem: 'absent' });
  expect(await host.run('/usr/bin/env python3 /usr/share/ansible/telemetry/telemetry.py')).toMatchObject({
    rc: 0,
  });
  const inside = ['/usr/bin/podman', 'exec', '-e', 'PATH=/bin', '0123456789ab'];
  expect(text((await host.run([...inside, 'cat', '/etc/redhat-release'])).output)).toContain('Enterprise');
  expect(text((await host.run([...inside, '/bin/ps', 'aux'])).output)).toBe('PID USER');
  expect((await host.glob(['/etc/*'])).paths).toEqual(['/etc/hostname']);
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

const sosManifest = JSON.stringify({
  components: {
    report: {
      plugins: {
        kernel: {
          commands: [
            { exec: 'uname -a', filepath: 'sos_commands/kernel/uname_-a', return_code: 0 },
            { exec: 'lsmod', filepath: 'sos_commands/kernel/lsmod', return_code: 1 },
            { exec: 'dkms status', filepath: null, return_code: 127 },
            { exec: 'lspci', filepath: null, return_code: 1 },
          ],
        },
        files: {},
      },
    },
  },
});

test('a sos report: outputs of all its plugins, exit statuses from its manifest', async () => {
  const host = await createArchiveHost(
    archiveOf(
      {
        'sos_reports/manifest.json': sosManifest,
        'sos_commands/kernel/uname_-a': 'Linux',
        'sos_commands/kernel/lsmod': 'lsmod: failed',
        'sos_commands/process/ps_auxwww': 'USER PID',
        'sos_commands/filesys/mount_-l':
          '/dev/vda on / type ext4 (rw) [root]\nproc on /proc type proc (rw)\n',
        'sos_commands/networking/ip_-s_-d_link':
          '1: lo: <UP> mtu 65536\n    link/loopback 00\n2: eth0: <UP> mtu 1500\n    link/ether aa:bb\n    RX: 1\n',
        'sos_commands/networking/ethtool_-i_eth0': 'driver: veth',
        'sos_commands/host/hostname': 'vm01.example.org\n',
        'sos_commands/block/blkid_-c_.dev.null': '',
        'sos_strings/logs/var.log.messages.tailed': 'log',
      },
      { kind: 'sos', links: { 'var/log/messages': 'sos_strings/logs/var.log.messages.tailed' } },
    ),
  );
  expect(await host.hostname()).toBe('vm01.example.org');
  expect(await host.run('/usr/bin/uname -a')).toMatchObject({ rc: 0, output: Buffer.from('Linux') });
  expect(await host.run('/sbin/lsmod')).toMatchObject({ rc: 1, output: Buffer.from('lsmod: failed') });
  expect(await host.run('/usr/sbin/dkms status')).toMatchObject({
    problem: 'absent',
    reason: 'command not found: dkms',
  });
  expect(await host.run('/sbin/lspci')).toMatchObject({ rc: 1, output: Buffer.alloc(0) });
  expect(await host.run('/sbin/blkid -c /dev/null')).toMatchObject({ rc: 0, output: Buffer.alloc(0) });
  expect(await host.which('dkms')).toBeUndefined();
  expect(text((await host.run('/bin/ps auxww')).output)).toBe('USER PID');
  expect(text((await host.run('/bin/hostname -s')).output)).toBe('vm01\n');
  expect(text((await host.run('/bin/mount')).output)).toBe(
    '/dev/vda on / type ext4 (rw)\nproc on /proc type proc (rw)\n',
  );
  expect(text((await host.run('/sbin/ip -o link')).output).split('\n')).toEqual([
    '1: lo: <UP> mtu 65536\\    link/loopback 00',
    '2: eth0: <UP> mtu 1500\\    link/ether aa:bb\\    RX: 1',
    '',
  ]);
  expect(await taken((take) => host.runInto(['/sbin/ip', '-o', 'link'], take))).toContain(
    'eth0: <UP> mtu 1500\\',
  );
  expect(text(await host.readFile('/var/log/messages'))).toBe('log');
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

test('what is larger than the limit is cut: a file to its last whole lines, an output to its beginning', async () => {
  const host = await createArchiveHost(
    archiveOf(
      {
        'insights_commands/uname_-a': 'one\ntwo\nthree\n',
        'etc/log': 'one\ntwo\nthree\n',
        'etc/line': 'one line of eight\n',
      },
      { kind: 'insights-host' },
    ),
    { maxItemBytes: 8 },
  );
  let file: unknown;
  expect(
    await taken(async (take) => {
      file = await host.readInto('/etc/log', take);
    }),
  ).toBe('three\n');
  expect(file).toEqual({ reason: 'the last 6 of 14 bytes', originalBytes: 14 });
  expect(await taken((take) => host.readInto('/etc/log', take, { raw: true }))).toBe('o\nthree\n');
  expect(await taken((take) => host.readInto('/etc/line', take))).toBe('f eight\n');
  let output: unknown;
  expect(
    await taken(async (take) => {
      output = await host.runInto(['/usr/bin/uname', '-a'], take);
    }),
  ).toBe('one\ntwo\n');
  expect(output).toMatchObject({ rc: 0, cut: { reason: 'the first 8 of 14 bytes' } });
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
