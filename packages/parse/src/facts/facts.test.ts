import { expect, expectTypeOf, test } from 'vitest';
import { factContents as contents } from '../testing/fact-contents.js';
import { type HostFact, hostFacts, type ReadFact } from './host-facts.js';
import { factSpecs, factsIn, factsOf } from './read.js';
import { factTables } from './tables.js';

const read: ReadFact[] = Object.entries(contents).flatMap(([spec, text]) =>
  [...factsOf(spec, text)].map((fact) => ({ ...fact, spec, path: `data/${spec}` })),
);

const valuesOf = (rows: readonly HostFact[]): unknown[] =>
  rows.map(({ values, line }) => ({ ...JSON.parse(JSON.stringify(values)), line }));

test('the row of a host comes from all its specs, and its numbers have the unit of their column', () => {
  expect(valuesOf(hostFacts(factTables.host, read))).toEqual([
    {
      hostname: 'web01.example.org',
      machine_id: '0123456789abcdef0123456789abcdef',
      os_id: 'debian',
      os_version: '12',
      os_name: 'Debian GNU/Linux 12 (bookworm)',
      kernel: '6.1.0-26-amd64',
      architecture: 'x86_64',
      tainted: 4097,
      vendor: 'ACME',
      product: 'R1',
      uuid: '1-2',
      bios_version: '7',
      processors: 2,
      processor_model: 'Quick',
      memory: 1000 * 1024,
      memory_available: 255 * 1024,
      memory_available_percent: 25.5,
      huge_pages: 0,
      swap: 400 * 1024,
      swap_used: 300 * 1024,
      swap_used_percent: 75,
      boot_time: 1_700_000_000_000,
      load_1: 0.12,
      load_5: 7.5,
      load_15: 3.01,
      time_zone: 'UTC',
      clock_synchronized: false,
      selinux: 'permissive',
      line: 1,
    },
  ]);
});

test.each([
  [
    'filesystem',
    [
      {
        ...{ device: '/dev/vda1', mount: '/', type: 'ext4', size: 102_400, used: 93_184, available: 9216 },
        ...{ used_percent: 91, inodes: 50, inodes_used: 10, inodes_used_percent: 20, line: 2 },
      },
      { device: 'tmpfs', mount: '/run', inodes: 9, inodes_used: 1, inodes_used_percent: 12, line: 3 },
    ],
  ],
  [
    'mount',
    [{ mount: '/', device: '/dev/vda1', type: 'ext4', options: 'ro,relatime', read_only: true, line: 1 }],
  ],
  [
    'fstab_fault',
    [
      { fault: 'parse error at line 5 -- ignored', line: 1 },
      { fault: '/srv: unreachable source: UUID=1', line: 4 },
      { fault: '/opt: FS type is wrong', line: 7 },
    ],
  ],
  [
    'raid',
    [
      { name: 'md0', state: 'active', level: 'raid1', members: 'U_', missing: 1, line: 2 },
      { name: 'md1', state: 'inactive', line: 4 },
    ],
  ],
  [
    'interface',
    [
      {
        ...{ name: 'eth0', state: 'UP', enabled: true, carrier: true, mtu: 1500, mac: '52:54:00:aa:bb:cc' },
        duplex: 'half',
        ...{ master: 'br0', received: 6, received_errors: 1, received_dropped: 2 },
        ...{ received_lost_percent: 50, sent: 8, sent_errors: 0, sent_dropped: 0, sent_lost_percent: 0 },
        line: 1,
      },
      { name: 'eth1', state: 'DOWN', enabled: true, carrier: false, mtu: 1500, line: 5 },
      { name: 'eth2', state: 'DOWN', enabled: false, mtu: 1500, line: 6 },
    ],
  ],
  [
    'address',
    [
      {
        ...{ interface: 'eth0', family: 'ipv4', address: '192.0.2.10', prefix: 24, scope: 'global' },
        ...{ duplicate: false, line: 3 },
      },
      {
        ...{ interface: 'eth0', family: 'ipv6', address: 'fe80::1', prefix: 64, scope: 'link' },
        ...{ duplicate: true, line: 4 },
      },
    ],
  ],
  [
    'listener',
    [
      { protocol: 'tcp', address: '0.0.0.0', scope: 'any', port: 22, program: 'sshd', line: 2 },
      { protocol: 'tcp', address: '[::1]', scope: 'loopback', port: 631, line: 3 },
      { protocol: 'udp', address: '192.0.2.10%eth0', scope: 'address', port: 68, line: 4 },
    ],
  ],
  [
    'package',
    [
      {
        manager: 'rpm',
        name: 'bash',
        version: '5.1-9.el9',
        architecture: 'x86_64',
        state: 'installed',
        line: 1,
      },
      {
        ...{ manager: 'dpkg', name: 'adduser', version: '3.134', architecture: 'all', state: 'installed' },
        ...{ held: false, line: 1 },
      },
      {
        ...{ manager: 'dpkg', name: 'vim', version: '2:9.0-1', architecture: 'amd64', state: 'installed' },
        ...{ held: true, line: 2 },
      },
      { manager: 'apk', name: 'busybox-extras', version: '1.36.1-r2', state: 'installed', line: 1 },
      { manager: 'pacman', name: 'linux', version: '6.6.1.arch1-1', state: 'installed', line: 1 },
    ],
  ],
  [
    'unit',
    [
      {
        ...{ name: 'a.service', load: 'loaded', active: 'failed', sub: 'failed', description: 'A' },
        ...{ enabled: 'enabled', result: 'exit-code', restarts: 7, failed_seconds: 9.5, line: 1 },
      },
      { name: 'b.service', result: 'success', line: 8 },
    ],
  ],
  [
    'process',
    [
      {
        ...{ user: 'root', pid: 1, cpu: 0.5, cpu_seconds: 62, state: 'Ss', resident: 20_480 },
        ...{ command: '/sbin/init splash', line: 2 },
      },
    ],
  ],
  [
    'sysctl',
    [
      { key: 'net.ipv4.ip_forward', value: '1', number: 1, line: 1 },
      { key: 'kernel.hostname', value: 'a = b', line: 2 },
      { key: 'net.ipv4.tcp_rmem', value: '4096\t131072\t6291456', line: 3 },
    ],
  ],
  [
    'kernel_event',
    [
      {
        ...{ kind: 'killed for memory', message: 'Out of memory: Killed process 21 (java) total-vm:1kB' },
        ...{ seconds: 20.25, process: 'java', pid: 21, in_group: false, line: 2 },
      },
      {
        kind: 'I/O error',
        message: 'blk_update_request: I/O error, dev sdb',
        subject: 'sdb',
        seconds: 21,
        line: 3,
      },
      { kind: 'I/O error', message: 'I/O error, dev sdc', subject: 'sdc', seconds: 30.5, line: 3 },
    ],
  ],
  [
    'certificate',
    [
      { path: '/etc/pki/a.pem', not_after: Date.UTC(2026, 11, 30, 8), short_lived: false, line: 1 },
      { path: '/etc/pki/b.pem', not_after: Date.UTC(2026, 11, 31, 8), short_lived: false, line: 4 },
      {
        ...{ subject: 'CN = web01', issuer: 'CN = Example CA', serial: '0A', line: 1 },
        ...{ not_before: Date.UTC(2026, 10, 3, 8), not_after: Date.UTC(2026, 11, 3, 8), short_lived: true },
      },
      {
        subject: 'CN=web01',
        issuer: 'CN=CA',
        not_after: Date.UTC(2027, 0, 2, 3, 4, 5),
        short_lived: false,
        line: 2,
      },
    ],
  ],
  [
    'account',
    [
      {
        ...{ name: 'root', uid: 0, gid: 0, comment: 'root', home: '/root', shell: '/bin/bash' },
        ...{ password: 'set', line: 1 },
      },
    ],
  ],
] as const)('the rows of %s, each with its line', (name, rows) => {
  expect(valuesOf(hostFacts(factTables[name], read))).toEqual(rows);
});

test('the file of a certificate is the input of openssl', () => {
  const text = 'subject=CN = web01\nnotAfter=Dec  3 08:00:00 2026 GMT\n';
  const pathsOf = (argv?: string) =>
    [...factsOf('host_cert_dates', text, argv?.split(' '))].map(({ row }) => row.path);
  expect(pathsOf('/usr/bin/openssl x509 -in /etc/ssl/a.pem -noout -subject')).toEqual(['/etc/ssl/a.pem']);
  expect(pathsOf('/usr/bin/openssl x509 -in')).toEqual([undefined]);
  expect(pathsOf()).toEqual([undefined]);
});

test('a row names the content of its first value', () => {
  const [row] = hostFacts(factTables.filesystem, read);
  expect(row).toMatchObject({ spec: 'df__alP', path: 'data/df__alP', line: 2 });
});

test('the second source counts only if the first has no rows', () => {
  const from = (spec: string, program: string): ReadFact[] =>
    [...factsOf(spec, `tcp LISTEN 0 1 0.0.0.0:80 0.0.0.0:* users:(("${program}",pid=1,fd=2))\n`)].map(
      (fact) => ({
        ...fact,
        ...{ spec, path: '' },
      }),
    );
  const programs = (all: readonly ReadFact[]) =>
    hostFacts(factTables.listener, all).map(({ values }) => values.program);
  expect(programs([...from('ss_listening', 'b'), ...from('ss', 'a')])).toEqual(['a']);
  expect(programs(from('ss_listening', 'b'))).toEqual(['b']);
});

test('rows of one content with the same key stay apart, and meet those of another content in their order', () => {
  const line = 'kernel: I/O error, dev sdb\n';
  const twice = [...factsOf('dmesg', '[1.0] I/O error, dev sdb\n[2.0] I/O error, dev sdb\n')];
  const thrice = [...factsOf('messages', `a b ${line}`.repeat(3))];
  const all = [
    ...twice.map((fact) => ({ ...fact, spec: 'dmesg', path: '' })),
    ...thrice.map((fact) => ({ ...fact, spec: 'messages', path: '' })),
  ];
  expect(hostFacts(factTables.kernel_event, all).map(({ spec, values }) => [spec, values.seconds])).toEqual([
    ['dmesg', 1],
    ['dmesg', 2],
    ['messages', undefined],
  ]);
});

test.each(Object.entries(contents))('%s in pieces of a stream gives the same rows', async (spec, text) => {
  const bytes = new TextEncoder().encode(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
  }
  const rows: unknown[] = [];
  for await (const row of factsIn(spec, pieces())) rows.push(row);
  expect(rows).toEqual([...factsOf(spec, text)]);
  expect(rows.length).toBeGreaterThan(0);
});

test('a source gives no column that it does not declare', () => {
  for (const table of Object.values(factTables))
    for (const { spec, gives } of table.parts.flat())
      for (const { row } of read.filter((each) => each.table === table.name && each.spec === spec))
        expect(gives ?? Object.keys(row)).toEqual(
          expect.arrayContaining(
            Object.keys(row).filter((column) => column !== 'line' && row[column] !== undefined),
          ),
        );
});

test('the last boot is that of the log, with the line before it', () => {
  const log =
    'Jun 1 web01 kernel: Linux version 6\nJun 2 web01 systemd[1]: System is rebooting.\nJun 2 web01 kernel: Linux version 6\nJun 3 web01 app: x\nJun 3 web01 kernel: Linux version 6\n';
  expect([...factsOf('messages', log)].map(({ table, row }) => [table, row])).toEqual([
    ['boot', { reason: 'unknown', line_before: 'Jun 3 web01 app: x', line: 5 }],
  ]);
});

test('the declarations name columns that exist', () => {
  for (const [name, table] of Object.entries(factTables)) {
    expect(table.name).toBe(name);
    for (const key of table.key) expect(table.columns).toHaveProperty(key);
  }
  expect([...factsOf('motd', 'a\n')]).toEqual([]);
  expect(factSpecs).toContain('df__alP');
  const columns = Object.values(factTables).flatMap((table) => Object.keys(table.columns));
  expect(columns.filter((column) => !/^[a-z][a-z0-9_]*$/.test(column))).toEqual([]);
});

test('the type of a row follows from the declaration', () => {
  const [row] = hostFacts(factTables.filesystem, read);
  expectTypeOf(row?.values.mount).toEqualTypeOf<string | undefined>();
  expectTypeOf(row?.values.size).toEqualTypeOf<number | undefined>();
  expectTypeOf(hostFacts(factTables.mount, read)[0]?.values.read_only).toEqualTypeOf<boolean | undefined>();
});

test.each([
  ['app[77]: segfault at 0 ip 0', 'app', 77],
  ['traps: my app[1:x][7] trap invalid opcode ip:1 sp:2 error:0 in a', 'my app[1:x]', 7],
  ['traps: node[8] general protection fault ip:1 sp:2 error:0 in libc.so.6', 'node', 8],
  ['x: segfault at 0', undefined, undefined],
])('%j names the program that crashed', (message, process, pid) => {
  const [event] = [...factsOf('dmesg', `[  1.5] ${message}\n`)];
  expect(event?.row).toEqual({
    kind: 'crashed program',
    message,
    seconds: 1.5,
    line: 1,
    ...(process !== undefined && { process, pid }),
  });
});
