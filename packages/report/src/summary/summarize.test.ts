import { openArchive } from '@hostspec/archive';
import { createArchiveHost } from '@hostspec/archive-host';
import { unasked } from '@hostspec/host-kit';
import { describe, expect, test } from 'vitest';
import {
  hostspecArchive,
  insightsArchive,
  shippedFindings,
  sosReport,
  specsOf,
} from '../testing/archives.js';
import { hostInTrouble } from '../testing/host-in-trouble.js';
import { summarize } from './summarize.js';
import type { Fact, Summary } from './summary.js';

async function summaryOf(path: string): Promise<Summary> {
  const archive = await openArchive(path);
  try {
    return await summarize(archive, await createArchiveHost(archive), shippedFindings);
  } finally {
    await archive.close();
  }
}

/** The facts of a section as lines: label, text, spec. */
function linesOf({ sections }: Summary, name: string): string[] {
  const facts = sections.find((section) => section.name === name)?.facts ?? [];
  return facts.map(({ label, text, from }) => `${label}: ${text} (${from})`);
}

/** The problems as lines, consequences indented. */
function titlesOf({ problems }: Summary): string[] {
  return problems.found.flatMap(({ severity, because, hits }) =>
    hits.map(({ title }) => `${because === undefined ? '' : '  '}${severity}: ${title}`),
  );
}

const kinds: readonly (readonly [string, () => string])[] = [
  ['hostspec', () => hostspecArchive(specsOf(hostInTrouble))],
  ['insights-core', () => insightsArchive(hostInTrouble)],
  ['sos', () => sosReport(hostInTrouble)],
];

/** Lines that only whole content supports. In an archive of insights-core another line stands for them. */
const ifWhole = (kind: string, lines: readonly string[], spec: string): readonly string[] =>
  kind === 'insights-core'
    ? [`incomplete: insights-core keeps only some lines, so there can be more than is shown (${spec})`]
    : lines;

const expected = [
  'error: / is 96 % full',
  'error: 100 % of the inodes of /srv/my files are used',
  'error: RAID array md0 has lost 1 of its members',
  'error: The kernel killed mysqld because memory ran out',
  'error: The bond bond0 has a link that is down',
  'error: httpd.service failed',
  '  warning: A task hangs: kworker/1:2',
  'warning: /srv/my files is mounted read-only',
  'warning: More tasks run or wait than there are processors: 9.12 for 4',
  'warning: Only 5 % of memory is available',
  '  warning: 75 % of the swap space is used',
  'warning: The clock is not synchronized',
  'warning: eno1 has 170 receive errors and 0 send errors',
  'warning: SELinux is permissive',
  'warning: The subscription status is Invalid',
  'notice: The kernel is tainted: it has modules from outside or met an error',
];

describe.each(kinds)('an archive of %s', (kind, made) => {
  test('says which host it is, since when it runs, and how much it has to do', async () => {
    const summary = await summaryOf(made());
    expect(linesOf(summary, 'host')).toEqual(
      expect.arrayContaining([
        'name: web01.example.org (hostname_default)',
        'system: Red Hat Enterprise Linux 9.4 (Plow) (os_release)',
        'kernel: 5.14.0-427.13.1.el9_4.x86_64 x86_64 (uname)',
        'machine: Dell Inc. PowerEdge R650 (dmidecode)',
      ]),
    );
    expect(linesOf(summary, 'time').join('\n')).toContain('boot: 2024-06-03 08:00:00 UTC');
    for (const line of ifWhole(
      kind,
      [
        'boot reason: no shutdown in the log before it, so a crash, a reset or a power failure; last line: Jun  3 09:58:12 web01 app[900]: request 17 done (messages)',
      ],
      'messages',
    ))
      expect(linesOf(summary, 'time')).toContain(line);
    expect(linesOf(summary, 'time')).toContain(
      'clock: Europe/Berlin (CEST, +0200), not synchronized (timedatectl_status)',
    );
    expect(linesOf(summary, 'load')).toEqual([
      'processors: 4 × Intel(R) Xeon(R) Gold 6338 CPU @ 2.00GHz, 2 sockets (lscpu)',
      'load: 9.12 7.50 3.01: 2.3 for each processor in the last minute (uptime)',
      'CPU since boot: 50 % user, 50 % system, 0 % waiting for disks, 0 % steal, 0 % idle (proc_stat)',
      'memory: 15.3 GiB, 781 MiB (5 %) available, 1.0 GiB in huge pages (meminfo)',
      'swap: 3.8 GiB, 2.9 GiB (75 %) used (meminfo)',
      ...ifWhole(
        kind,
        [
          'processes: 3 (ps_auxww)',
          'top users: root 2, mysql 1 (ps_auxww)',
          'most memory: mysqld 9.2 GiB, systemd 13.7 MiB, [kthreadd] 0 B (ps_auxww)',
          'CPU since start: mysqld 97.5 %, systemd 0 %, [kthreadd] 0 % (ps_auxww)',
        ],
        'ps_auxww',
      ),
    ]);
  });

  test('shows which disk is full and what is read-only or degraded', async () => {
    expect(linesOf(await summaryOf(made()), 'storage')).toEqual([
      'disks: sda 100G (lsblk)',
      'file systems: 3, the fullest at 96 % (df__alP)',
      '/: 64.9 GiB used, 3.4 GiB free of 68.3 GiB (df__alP)',
      'RAID: degraded: md0 [_U] (mdstat)',
    ]);
  });

  test('shows addresses, routes, bonds, losses and listening programs', async () => {
    const summary = await summaryOf(made());
    const route = 'default route: via 192.0.2.1 on eno1 metric 100 (ip_route_show_table_all)';
    const lines = linesOf(summary, 'network');
    expect(lines.filter((line) => !line.startsWith('incomplete: ') && line !== route)).toEqual([
      'eno1: up, 192.0.2.10/24, 2001:db8::10/64, 52:54:00:12:34:56, MTU 1500 (ip_addr)',
      'eno2: down, no address, 52:54:00:12:34:57, MTU 1500 (ip_addr)',
      'bond0: fault-tolerance (active-backup), up: eno1 up, eno2 down (3 failures) (bond)',
      'eno1: 170 errors, 4200 dropped of 100000 packets received (ip_s_link)',
    ]);
    const [expected] = ifWhole(kind, [route], 'ip_route_show_table_all');
    expect(lines).toContain(expected);
    expect(lines).toHaveLength(5);
    expect(linesOf(summary, 'ports')).toEqual([
      'tcp 22: sshd on 0.0.0.0 (ss)',
      'udp 323: chronyd on 127.0.0.1 (ss)',
      'tcp 443: nginx on 0.0.0.0, [::] (ss)',
    ]);
  });

  test('shows what failed, what was killed, and what is not enforced', async () => {
    const summary = await summaryOf(made());
    expect(linesOf(summary, 'services')).toEqual(['units: 3 units, 1 failed (systemctl_list_units)']);
    expect(linesOf(summary, 'kernel')).toEqual([
      'tainted: proprietary module (P), module from outside the kernel (O) (sysctl)',
      'kdump: no memory is reserved, so no crash dump can be written (kexec_crash_size)',
    ]);
    expect(linesOf(summary, 'security')).toEqual([
      'SELinux: permissive, enforcing after the next boot (sestatus)',
    ]);
    expect(linesOf(summary, 'software')).toEqual([
      'repositories: rhel-9-for-x86_64-baseos-rpms, rhel-9-for-x86_64-appstream-rpms (yum_repolist)',
      'subscription: Invalid (subscription_manager_status)',
      'not known: no package list was collected (installed_rpms)',
    ]);
  });

  test('begins with what is wrong, causes first', async () => {
    const summary = await summaryOf(made());
    const titles = titlesOf(summary);
    expect(titles).toEqual(expect.arrayContaining(expected));
    // What is only a consequence stands below its cause.
    expect(titles.indexOf('  warning: A task hangs: kworker/1:2')).toBeGreaterThan(
      titles.findIndex((title) => title.startsWith('error: Reading or writing a disk failed')),
    );
    const timesOf = (id: string) =>
      summary.problems.found.find((each) => each.id === id)?.hits.map(({ time }) => time);
    // The last of two errors, in seconds since the boot.
    expect(timesOf('kernel/io_errors')).toEqual([1_717_401_600_000 + 2_001_000]);
    expect(timesOf('storage/file_system_full')).toEqual([undefined]);
  });
});

test('what could not be collected, by reason', async () => {
  const failed = { status: 'failed', reason: 'dig exited with 9' };
  const skipped = { status: 'skipped', reason: 'not on AWS' };
  const specs = [
    { name: 'a', source: '/etc/a', content: 'a' },
    { name: 'dig_a', ...failed },
    { name: 'dig_b', ...failed },
    { name: 'gone' },
    {
      name: 'dumpe2fs',
      status: 'failed',
      reason: 'dumpe2fs exited with 1: dumpe2fs 1.47.0\ndumpe2fs: Not permitted\n',
    },
    { name: 'aws_a', ...skipped },
    { name: 'aws_b', ...skipped },
    { name: 'everything', status: 'skipped', reason: unasked('--only') },
  ];
  const summary = await summaryOf(
    hostspecArchive(specs, { notEntered: ['/mnt: NFS'], interrupted: 'SIGINT' }),
  );
  expect(linesOf(summary, 'outcomes')).toEqual([
    'specs: 7: 1 collected, 1 absent, 3 failed, 2 skipped; 1 deselected (manifest)',
    'failed: dig exited with 9 (dig_a, dig_b)',
    'failed: dumpe2fs exited with 1: dumpe2fs 1.47.0 dumpe2fs: Not permitted (dumpe2fs)',
  ]);
  expect(linesOf(summary, 'storage')).toEqual([
    'not entered: /mnt: NFS (manifest)',
    'not known: no list of disks and no list of file systems was collected (lsblk, df__alP)',
  ]);
  expect(linesOf(summary, 'host')[1]).toMatch(/^collected: .* by hostspec 1\.0\.0; ended early: SIGINT/);
});

test('a host without an interface to show says so', async () => {
  const lo = '1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536\n    inet 127.0.0.1/8 scope host lo\n';
  const summary = await summaryOf(hostspecArchive(specsOf({ '/sbin/ip addr': lo })));
  expect(linesOf(summary, 'network')).toEqual(['interfaces: only lo (ip_addr)']);
});

test('the end of a long system log counts, also without a kernel log', async () => {
  const filler = `${'Jun  3 09:00:00 web01 app: a line of an application\n'.repeat(200_000)}`;
  const end =
    'Jun  4 09:00:00 web01 kernel: Killed process 77 (ruby) total-vm:1kB\nJun  4 09:00:00 web01 watcher: Killed process 78 (perl)\n';
  expect(filler.length).toBeGreaterThan(8 * 1024 * 1024);
  for (const make of [hostspecArchive, undefined]) {
    const contents = { '/etc/hostname': 'h\n', '/var/log/messages': filler + end };
    const summary = await summaryOf(make ? make(specsOf(contents)) : sosReport(contents));
    expect(titlesOf(summary)).toContain('error: The kernel killed ruby because memory ran out');
    expect(titlesOf(summary).join('\n')).not.toContain('perl');
  }
});

test.each([
  ['kdump: no memory is reserved, so no crash dump can be written (kexec_crash_size)', '0', {}],
  ['kdump: 160 MiB reserved (kexec_crash_size)', '167772160', { '/etc/kdump.conf': 'path /var/crash\n' }],
  [
    'kdump: 160 MiB reserved; kdump.service is failed (kexec_crash_size, systemctl_list_units)',
    '167772160',
    { '/bin/systemctl list-units': '● kdump.service loaded failed failed Crash recovery kernel arming\n' },
  ],
])('%s', async (line, size, others) => {
  const contents = { '/etc/hostname': 'h\n', '/sys/kernel/kexec_crash_size': `${size}\n`, ...others };
  expect(linesOf(await summaryOf(sosReport(contents)), 'kernel')).toContain(line);
});

describe('SELinux', () => {
  test.each([
    ['/usr/sbin/getenforce', 'Disabled\n', 'SELinux: disabled (getenforce)'],
    ['/usr/sbin/getenforce', 'Permissive\n', 'SELinux: permissive (getenforce)'],
    ['/usr/sbin/getenforce', 'Enforcing\n', 'SELinux: enforcing (getenforce)'],
    ['/usr/sbin/sestatus -b', 'SELinux status:  disabled\n', 'SELinux: disabled (sestatus)'],
    [
      '/usr/sbin/sestatus -b',
      'SELinux status:  enabled\nCurrent mode:  enforcing\nMode from config file:  disabled\n',
      'SELinux: enforcing, disabled after the next boot (sestatus)',
    ],
  ])('%s with %j', async (command, output, line) => {
    const summary = await summaryOf(hostspecArchive(specsOf({ [command]: output })));
    expect(linesOf(summary, 'security')).toEqual([line]);
  });
});

test('content that is something else gives no facts and no error', async () => {
  const rubbish = [
    '',
    '\0\n\xff',
    'x'.repeat(300_000),
    `${' '.repeat(300_000)}x`,
    '1: : :\n- - - -%\n'.repeat(1000),
  ];
  for (const content of rubbish) {
    const contents = Object.fromEntries(Object.keys(hostInTrouble).map((key) => [key, content]));
    const summary = await summaryOf(sosReport({ ...contents, '/etc/hostname': 'h\n' }));
    const facts: readonly Fact[] = summary.sections.flatMap((section) => section.facts);
    for (const { text } of facts) expect(text.length).toBeLessThanOrEqual(1000);
  }
});
