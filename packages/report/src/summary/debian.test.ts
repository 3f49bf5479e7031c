import { openArchive } from '@hostspec/archive';
import { createArchiveHost } from '@hostspec/archive-host';
import { expect, test } from 'vitest';
import { archiveFacts } from '../findings/archive-facts.js';
import { hostspecArchive } from '../testing/archives.js';
import { summarize } from './summarize.js';

const host = [
  {
    name: 'dpkg_packages',
    source: 'dpkg-query -W',
    content:
      'ii \tapt\tamd64\t2.6.1\nhi \tlinux-image-amd64\tamd64\t6.1\niF \tgrub-pc\tamd64\t2.06\nrc \tmlocate\tall\t1\n',
  },
  {
    name: 'apt_policy',
    source: 'apt-cache policy',
    content: ' 500 http://deb.debian.org/debian bookworm/main amd64 Packages\n     release v=12\n',
  },
  {
    name: 'systemctl_list_units',
    source: 'systemctl list-units',
    content:
      '* nginx.service loaded failed failed A web server\n  ssh.service loaded active running OpenSSH\n',
  },
  {
    name: 'journal_errors',
    source: 'journalctl -p err',
    content:
      '2026-11-24T01:00:00+0000 web1 sshd[7]: error: one\n    more of it\n2026-11-24T02:00:00+00:00 web1 kernel: I/O error\n2026-11-24T03:00:00+0000 web1 sshd[8]: error: two\n',
  },
];

async function linesOf(specs: Parameters<typeof hostspecArchive>[0], ...wanted: readonly string[]) {
  const archive = await openArchive(hostspecArchive(specs));
  try {
    const { sections } = await summarize(archive, await createArchiveHost(archive));
    return sections
      .filter(({ name }) => wanted.includes(name))
      .flatMap(({ facts }) => facts.map(({ label, text }) => `${label}: ${text}`));
  } finally {
    await archive.close();
  }
}

test('a Debian host shows its packages, sources, units and errors', async () => {
  expect(await linesOf(host, 'services', 'software')).toEqual([
    'units: 2 units, 1 failed',
    'errors: 3 in the journal: sshd (2), kernel (1); last: 2026-11-24 03:00:00 UTC, sshd: error: two',
    'packages: 2',
    'on hold: linux-image-amd64',
    'repositories: http://deb.debian.org/debian bookworm/main',
  ]);
});

test('the summary names syslog as the source of the system log', async () => {
  const lines = 'Jun  3 09:58:12 web1 app: x\nJun  3 10:00:02 web1 kernel: Linux version 6.1.0\n';
  const archive = await openArchive(
    hostspecArchive([{ name: 'messages' }, { name: 'syslog', source: '/var/log/syslog', content: lines }]),
  );
  const host = await createArchiveHost(archive);
  const facts = archiveFacts(archive, host);
  const { sections } = await summarize(archive, host).finally(archive.close);
  const found = sections.flatMap((section) => section.facts).filter(({ label }) => label === 'boot reason');
  expect(found.map(({ from }) => from)).toEqual(['syslog']);
  expect(await facts.contents('messages')).toEqual({
    missing: [{ spec: 'messages', why: 'is absent: missing' }],
  });
});

test.each([
  ['apk_packages', 'busybox-1.36.1-r29\nmusl-1.2.5-r0\n', 'packages: 2'],
  ['pacman_packages', 'bash 5.2.37-1\n', 'packages: 1'],
  [
    'apk_repositories',
    'https://dl.example.org/v3.20/main\n',
    'repositories: https://dl.example.org/v3.20/main',
  ],
  ['pacman_conf', '[options]\n[core]\n[extra]\n', 'repositories: core, extra'],
  ['zypper_repos', '1 | main | Main | Yes | (r ) Yes\n', 'repositories: main'],
])('what other package managers say is shown: %s', async (name, content, line) => {
  expect(await linesOf([{ name, source: name, content }], 'software')).toContain(line);
});

test('a journal without errors says so', async () => {
  const quiet = [{ name: 'journal_errors', status: 'empty', reason: 'journalctl found no entries' }];
  expect(await linesOf(quiet, 'services')).toContain('errors: none in the journal');
});

test('AppArmor counts as SELinux does, and what is not known names specs that are for the host', async () => {
  const apparmor = {
    name: 'apparmor_status',
    source: '/usr/sbin/aa-status --verbose',
    content:
      'apparmor module is loaded.\n34 profiles are loaded.\n33 profiles are in enforce mode.\n   cupsd\n',
  };
  const others = ['yum_repolist', 'yum_repos_d'].map((name) => ({
    name,
    status: 'skipped',
    reason: 'not for this distribution (for rhel; this is debian 12)',
  }));
  const archive = [apparmor, ...others];
  expect(await linesOf(archive, 'security')).toEqual(['AppArmor: 33 of 34 profiles enforced']);
  expect(await linesOf([], 'security')).toEqual(['not known: no state of SELinux or AppArmor was collected']);
  const opened = await openArchive(hostspecArchive(archive));
  const { sections } = await summarize(opened, await createArchiveHost(opened));
  await opened.close();
  const software = sections.find(({ name }) => name === 'software');
  expect(software?.facts.find(({ label }) => label === 'not known')?.from).toBe('installed_rpms, apt_policy');
});

test('what a host waits for, its servers of names and a pending reboot', async () => {
  const pressure =
    'some avg10=73.00 avg60=12.50 avg300=1.00 total=9\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n';
  const specs = [
    {
      name: 'proc_stat',
      source: '/proc/stat',
      content: 'cpu  10 10 20 50 5 0 1 4 0 0\ncpu0 10 10 20 50 5 0 1 4 0 0\nbtime 1\n',
    },
    { name: 'pressure', source: '/proc/pressure/io', content: pressure },
    { name: 'meminfo', source: '/proc/meminfo', content: 'MemTotal: 1024 kB\nSlab: 512 kB\nDirty: 8 kB\n' },
    {
      name: 'thp_enabled',
      source: '/sys/kernel/mm/transparent_hugepage/enabled',
      content: 'always [madvise] never\n',
    },
    {
      name: 'ps_auxww',
      source: '/bin/ps auxww',
      content:
        'USER PID %CPU %MEM VSZ RSS TTY STAT START TIME COMMAND\nroot 7 0.0 0.0 0 0 ? Ds 00:00 0:00 /usr/bin/dd if=/dev/sdb\n',
    },
    { name: 'cmdline', source: '/proc/cmdline', content: 'root=/dev/vda1 quiet\n' },
    {
      name: 'resolv_conf',
      source: '/etc/resolv.conf',
      content: '# nameserver 192.0.2.9\nnameserver 192.0.2.1\n nameserver fe80::1%eth0\n',
    },
    { name: 'reboot_required', source: '/run/reboot-required', content: '*** System restart required ***\n' },
  ];
  expect(await linesOf(specs, 'load', 'network', 'kernel', 'software')).toEqual(
    expect.arrayContaining([
      'CPU since boot: 20 % user, 21 % system, 5 % waiting for disks, 4 % steal, 50 % idle',
      'tasks waited: for a disk 12.5 % of the last minute',
      'kernel memory: 512 KiB of its own (slab); 8.0 KiB waits to be written to disks (dirty)',
      'huge pages: for programs that ask (THP madvise)',
      'waiting (D): 1: dd',
      'DNS servers: 192.0.2.1, fe80::1%eth0',
      'command line: root=/dev/vda1 quiet',
      'reboot: pending after an update',
    ]),
  );
});

test('a host without procps and iproute2, and without lists of apt, shows what is in /proc and in the sources of apt', async () => {
  const specs = [
    { name: 'vm_files', source: '/proc/loadavg', content: '4.76 3.93 5.76 7/321 26012\n' },
    { name: 'kernel_tainted', source: '/proc/sys/kernel/tainted', content: '4096\n' },
    {
      name: 'proc_status',
      source: 'find /proc',
      content:
        'Name:\tnginx\nState:\tS (sleeping)\nPid:\t1\nPPid:\t0\nUid:\t0\t0\t0\t0\nVmRSS:\t    6120 kB\nThreads:\t1\nName:\tkthreadd\nState:\tD (disk sleep)\nPid:\t2\nUid:\t33\t33\t33\t33\nThreads:\t1\n',
    },
    {
      name: 'proc_net_sockets',
      source: 'grep /proc/net/tcp',
      content: '/proc/net/tcp:   0: 0100007F:1F90 00000000:0000 0A 0:0 00:0 0 0 0 1 1\n',
    },
    {
      name: 'proc_net_addresses',
      source: '/proc/net/fib_trie',
      content:
        'Main:\n     |-- 198.51.100.7\n        /32 link UNICAST\nLocal:\n     |-- 127.0.0.1\n        /32 host LOCAL\n     |-- 192.0.2.2\n        /32 host LOCAL\n',
    },
    {
      name: 'apt_sources_deb822',
      source: '/etc/apt/sources.list.d/debian.sources',
      content: 'Types: deb\nURIs: http://deb.debian.org/debian\nSuites: trixie\nComponents: main\n',
    },
  ];
  expect(await linesOf(specs, 'load', 'network', 'ports', 'kernel', 'software')).toEqual([
    'load: 4.76 3.93 5.76',
    'processes: 2',
    'waiting (D): 1: kthreadd',
    'top users: root 1, 33 1',
    'most memory: nginx 6.0 MiB, kthreadd 0 B',
    'not known: no description of the processors and no use of memory was collected',
    'addresses: 192.0.2.2',
    'tcp 8080: unknown program on 127.0.0.1',
    'tainted: module from outside the kernel (O)',
    'repositories: http://deb.debian.org/debian trixie main',
    'not known: no package list was collected',
  ]);
});

test('a host with BusyBox shows its processes, file systems and sockets', async () => {
  const outputs = [
    [
      'busybox_df',
      'df -P',
      'Filesystem           1024-blocks    Used Available Capacity Mounted on\n/dev/vda3             10485760 8388608   2097152  80% /\n',
    ],
    [
      'busybox_netstat',
      'netstat -tuanp',
      'Active Internet connections (servers and established)\nProto Recv-Q Send-Q Local Address           Foreign Address         State       PID/Program name\ntcp        0      0 0.0.0.0:22              0.0.0.0:*               LISTEN      2417/sshd\n',
    ],
    [
      'busybox_ps',
      'ps -o user,pid,ppid,stat,vsz,rss,time,args',
      'USER     PID   PPID  STAT VSZ  RSS TIME  COMMAND\nroot         1     0 S    1640  896  0:07 /sbin/init\nroot      2417     1 S    6700  31m  0:01 /usr/sbin/sshd -D\nroot      9999     1 S    6700  31m  0:00 /proc/self/fd/9 --first AAAA\n',
    ],
  ] as const;
  const specs = outputs.map(([name, source, content]) => ({ name, source, content }));
  expect(await linesOf(specs, 'load', 'storage', 'ports')).toEqual([
    'processes: 2',
    'top users: root 2',
    'most memory: sshd 31.0 MiB, init 896 KiB',
    'not known: no description of the processors, no load average and no use of memory was collected',
    'file systems: 1, the fullest at 80 %',
    '/: 8.0 GiB used, 2.0 GiB free of 10.0 GiB',
    'does not apply: a container has no list of disks of its own',
    'tcp 22: sshd on 0.0.0.0',
  ]);
});

test('an image or a data set counts as a disk if it can be written, and the image of a package does not', async () => {
  const df = [
    'Filesystem 1024-blocks Used Available Capacity Mounted on',
    '/dev/loop0 1048576 996148 52428 95% /',
    '/dev/loop1 65536 65536 0 100% /snap/core/1',
    '/dev/loop2 65536 65536 0 100% /mnt/image',
    'tank/data 1048576 1048576 0 100% /srv',
    'tmpfs 65536 65536 0 100% /run',
  ];
  const mounts = [
    '/dev/loop0 / ext4 rw 0 0',
    '/dev/loop1 /snap/core/1 squashfs ro 0 0',
    '/dev/loop2 /mnt/image ext4 ro 0 0',
    'tank/data /srv zfs rw 0 0',
    'tmpfs /run tmpfs rw 0 0',
  ];
  const specs = [
    { name: 'df__alP', source: '/bin/df -alP -x autofs', content: `${df.join('\n')}\n` },
    { name: 'mounts', source: '/proc/mounts', content: `${mounts.join('\n')}\n` },
  ];
  expect((await linesOf(specs, 'storage')).filter((line) => !line.startsWith('not known'))).toEqual([
    'file systems: 2, the fullest at 100 %',
    '/: 973 MiB used, 51.2 MiB free of 1.0 GiB',
    '/srv: 1.0 GiB used, 0 B free of 1.0 GiB',
  ]);
});
