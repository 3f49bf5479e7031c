import { describe, expect, test } from 'vitest';
import { accounts } from './accounts.js';
import { type BootReason, boots, resetReasonOf } from './boot.js';
import { kernelEvents, killedProcesses, ofKernel, subjectOf, taintsOf } from './logs.js';
import { bondOf, defaultRoutes, interfaces, kernelAddresses, losses, nameServersOf } from './network.js';
import { busyboxProcessRows, processRows, statusProcessRows } from './processes.js';
import { kernelListeners, netstatListeners, ssListeners } from './sockets.js';
import {
  apkRepositories,
  aptRepositories,
  aptSources,
  debianPackages,
  definedRepositories,
  packageCountOf,
  pacmanRepositories,
  repositories,
  zypperRepositories,
} from './software.js';
import { fileSystems, raidArrays } from './storage.js';
import {
  clockOf,
  cpuinfoOf,
  cpuSharesOf,
  kernelOf,
  loadsOf,
  memoryOf,
  osReleaseOf,
  pressureOf,
  uptimeOf,
} from './system.js';
import { eachLine, linesOf, rowsIn, rowsOf, type Table } from './table.js';
import { units } from './units.js';

describe('df', () => {
  test('a long device has a line of its own', () => {
    const text = `Filesystem           1K-blocks      Used Available Use% Mounted on
/dev/mapper/vg_system-lv_with_a_long_name
                      51606140  44230000   4754700  91% /
tmpfs                  1962216         0   1962216   0% /dev/shm
//server/my share     10485760   5242880   5242880  50% /mnt/a b
`;
    expect(rowsOf(fileSystems, text)).toEqual([
      {
        device: '/dev/mapper/vg_system-lv_with_a_long_name',
        size: 51606140,
        used: 44230000,
        available: 4754700,
        percent: 91,
        mount: '/',
      },
      { device: 'tmpfs', size: 1962216, used: 0, available: 1962216, percent: 0, mount: '/dev/shm' },
      {
        device: '//server/my share',
        size: 10485760,
        used: 5242880,
        available: 5242880,
        percent: 50,
        mount: '/mnt/a b',
      },
    ]);
  });

  test('errors of df are not file systems', () => {
    expect(
      rowsOf(fileSystems, "df: /run/user/1000/doc: Operation not permitted\ndf: '/x': No such file\n"),
    ).toEqual([]);
  });
});

describe('system', () => {
  test.each([
    [' 05:57:12 up 10:37,  0 user,  load average: 1.59, 2.32, 3.42', '10:37', [1.59, 2.32, 3.42]],
    [
      ' 10:15:00 up 213 days,  2:15,  3 users,  load average: 0.00, 0.01, 0.05',
      '213 days, 2:15',
      [0, 0.01, 0.05],
    ],
    [' 10:15:00 up 5 min,  1 user,  load average: 0,12, 0,34, 0,05', '5 min', [0.12, 0.34, 0.05]],
  ])('uptime: %s', (text, up, load) => expect(uptimeOf(text)).toEqual({ up, load }));

  test('uname on several architectures', () => {
    expect(kernelOf('Linux vm 6.18.44-fc-v669 #1 SMP PREEMPT_DYNAMIC @0 x86_64 GNU/Linux')).toEqual({
      release: '6.18.44-fc-v669',
      machine: 'x86_64',
    });
    expect(
      kernelOf('Linux p1 4.18.0-553.el8.ppc64le #1 SMP Fri May 10 2024 ppc64le ppc64le ppc64le GNU/Linux')
        ?.machine,
    ).toBe('ppc64le');
    expect(kernelOf('uname: failed')).toBeUndefined();
  });

  test('os-release without quotes and with both kinds', () => {
    const values = osReleaseOf(
      'ID=debian\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nNAME=\'x\'\n# A=comment\n',
    );
    expect([values.ID, values.PRETTY_NAME, values.NAME]).toEqual([
      'debian',
      'Debian GNU/Linux 12 (bookworm)',
      'x',
    ]);
  });

  test('the clock in the words of RHEL 7 and later', () => {
    expect(clockOf('       Time zone: UTC (UTC, +0000)\nNTP synchronized: yes\n')).toEqual({
      zone: 'UTC (UTC, +0000)',
      synchronized: true,
    });
    expect(clockOf('System has not been booted with systemd')).toEqual({
      zone: undefined,
      synchronized: undefined,
    });
  });

  test('cpuinfo', () => {
    const text = 'processor\t: 0\nmodel name\t: AMD EPYC\n\nprocessor\t: 1\nmodel name\t: AMD EPYC\n';
    expect(cpuinfoOf(text)).toMatchObject({ count: 2, model: 'AMD EPYC' });
    expect(cpuinfoOf('')).toBeUndefined();
  });

  test('memory of a kernel that does not say what is available', () => {
    expect(memoryOf('MemTotal:  1000 kB\nMemFree: 10 kB\n')).toEqual({
      total: 1_024_000,
      available: undefined,
      free: 10_240,
      buffers: 0,
      cached: 0,
      shared: 0,
      slab: 0,
      reclaimable: 0,
      dirty: 0,
      swapTotal: 0,
      swapFree: 0,
      hugePages: 0,
      unusedHugePages: undefined,
    });
    expect(memoryOf('cat: /proc/meminfo: No such file')).toBeUndefined();
  });
});

describe('network', () => {
  test('interfaces with a peer or a VLAN, and the one-line form', () => {
    const text =
      '2: eth0@if7: <UP> mtu 1500 qdisc noqueue state UP group default\n    link/ether 52:54:00:12:34:56 brd ff:ff:ff:ff:ff:ff\n    inet 10.0.0.2/24 scope global eth0\n3: bond0.100@bond0: <UP> mtu 9000 state LOWERLAYERDOWN\n';
    expect(rowsOf(interfaces, text)).toMatchObject([
      {
        name: 'eth0',
        link: 'if7',
        flags: ['UP'],
        state: 'UP',
        mtu: 1500,
        mac: '52:54:00:12:34:56',
        addresses: ['10.0.0.2/24'],
      },
      {
        name: 'bond0.100',
        link: 'bond0',
        flags: ['UP'],
        state: 'LOWERLAYERDOWN',
        mtu: 9000,
        mac: undefined,
        addresses: [],
      },
    ]);
  });

  test('losses in the columns of older versions of ip', () => {
    const text =
      '2: eth0: <UP> mtu 1500\n    RX: bytes  packets  errors  dropped overrun mcast   \n    900        10       0       3       2       5       \n    TX: bytes  packets  errors  dropped carrier collsns \n    100        5        0       0       0       0       \n';
    expect(rowsOf(losses, text)).toEqual([
      { name: 'eth0', direction: 'received', packets: 10, lost: { dropped: 3, overrun: 2 } },
      { name: 'eth0', direction: 'sent', packets: 5, lost: {} },
    ]);
  });

  test('a default route with several next hops, one without a gateway, and IPv6', () => {
    const text =
      'default proto static metric 20 \n\tnexthop via 10.0.0.1 dev eth0 weight 1 \n\tnexthop via 10.0.1.1 dev eth1 weight 1 \ndefault dev ppp0 scope link\n10.0.0.0/24 dev eth0\n\tnexthop via 9.9.9.9 dev eth9\ndefault via fe80::1 dev eth0 proto ra metric 100 pref medium\n';
    expect(rowsOf(defaultRoutes, text).map(({ via, device }) => `${via} ${device}`)).toEqual([
      '10.0.0.1 eth0',
      '10.0.1.1 eth1',
      'undefined ppp0',
      'fe80::1 eth0',
    ]);
  });

  test('a file that is not of a bond', () => expect(bondOf('802.3ad info\n')).toBeUndefined());

  test('netstat -neopa', () => {
    const text = `Active Internet connections (servers and established)
Proto Recv-Q Send-Q Local Address           Foreign Address         State       User       Inode      PID/Program name     Timer
tcp        0      0 0.0.0.0:443             0.0.0.0:*               LISTEN      0          18021      1200/nginx: master   off (0.00/0/0)
tcp        0      0 192.0.2.10:22           192.0.2.77:50211        ESTABLISHED 0          28021      4001/sshd            keepalive (1.00/0/0)
tcp6       0      0 :::22                   :::*                    LISTEN      0          17021      -                    off (0.00/0/0)
udp        0      0 127.0.0.1:323           0.0.0.0:*                           0          16021      801/chronyd          off (0.00/0/0)
Active UNIX domain sockets (servers and established)
unix  2      [ ACC ]     STREAM     LISTENING     11021    1/systemd            /run/systemd/private
`;
    expect(rowsOf(netstatListeners, text)).toEqual([
      { protocol: 'tcp', address: '0.0.0.0', port: '443', program: 'nginx:' },
      { protocol: 'tcp', address: '::', port: '22', program: undefined },
      { protocol: 'udp', address: '127.0.0.1', port: '323', program: 'chronyd' },
    ]);
  });

  test('the tables of the kernel: only what listens, with addresses in words', () => {
    const text = `/proc/net/tcp:  sl  local_address rem_address   st tx_queue
/proc/net/tcp:   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000
/proc/net/tcp:   1: 0A0200C0:0016 4D0200C0:C423 01 00000000:00000000 00:00000000
/proc/net/tcp6:   0: 00000000000000000000000000000000:0050 00000000000000000000000000000000:0000 0A 0
/proc/net/tcp6:   1: B80D0120000000000000000001000000:01BB 00000000000000000000000000000000:0000 0A 0
/proc/net/udp: 323: 0100007F:0143 00000000:0000 07 00000000:00000000 00:00000000
/proc/net/udp: 324: 0A0200C0:8235 350200C0:0035 01 00000000:00000000 00:00000000
/proc/net/udp6: 325: 00000000000000000000000001000000:0143 00000000000000000000000000000000:0000 07 0
`;
    const at = (protocol: string, address: string, port: string) => ({
      protocol,
      address,
      port,
      program: undefined,
    });
    expect(rowsOf(kernelListeners, text)).toEqual([
      at('tcp', '127.0.0.1', '8080'),
      at('tcp', '::', '80'),
      at('tcp', '2001:db8::1', '443'),
      at('udp', '127.0.0.1', '323'),
      at('udp', '::1', '323'),
    ]);
  });

  test('the tables of the kernel of a big-endian processor', () => {
    const text = `/sys/kernel/cpu_byteorder:big
/proc/net/tcp:   0: 7F000001:1F90 00000000:0000 0A 00000000:00000000 00:00000000
/proc/net/tcp:   1: C000020A:0016 00000000:0000 0A 00000000:00000000 00:00000000
/proc/net/tcp6:   1: 20010DB8000000000000000000000001:01BB 00000000000000000000000000000000:0000 0A 0
`;
    const addresses = ['127.0.0.1', '192.0.2.10', '2001:db8::1'];
    expect(rowsOf(kernelListeners, text).map(({ address }) => address)).toEqual(addresses);
    const little = `/sys/kernel/cpu_byteorder:little
/proc/net/tcp:   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000
`;
    expect(rowsOf(kernelListeners, little).map(({ address }) => address)).toEqual(['127.0.0.1']);
  });

  test('ss with an interface, and without the right to see programs', () => {
    const text = 'udp UNCONN 0 0 192.0.2.10%eth0:68 0.0.0.0:*\nu_str LISTEN 0 128 /run/x 1 * 0\n';
    expect(rowsOf(ssListeners, text)).toEqual([
      { protocol: 'udp', address: '192.0.2.10%eth0', port: '68', program: undefined },
    ]);
  });
});

test('the addresses of the host in lists of the kernel, without those of broadcasts and routes', () => {
  const trie = `Main:
  +-- 0.0.0.0/0 3 0 5
     |-- 198.51.100.7
        /32 host LOCAL
Local:
  +-- 0.0.0.0/0 3 0 5
     +-- 127.0.0.0/31 1 0 0
        |-- 127.0.0.0
           /8 host LOCAL
        |-- 127.0.0.1
           /32 host LOCAL
     |-- 192.0.2.2
        /32 host LOCAL
        /32 link BROADCAST
     |-- 192.0.2.255
        /32 link BROADCAST
Id 7:
     |-- 198.51.100.8
        /32 host LOCAL
`;
  expect(rowsOf(kernelAddresses, trie)).toEqual([
    { family: 'ipv4', address: '127.0.0.1', scope: 'host' },
    { family: 'ipv4', address: '192.0.2.2' },
  ]);
  const inet6 = `fe8000000000000000fc00fffe000001 04 40 20 80     eth0
20010db8000000000000000000000001 04 40 00 82     eth0
00000000000000000000000000000001 01 80 10 80       lo
`;
  const at = (name: string, address: string, prefix: number, scope: string) => ({
    interface: name,
    family: 'ipv6',
    address,
    prefix,
    scope,
  });
  expect(rowsOf(kernelAddresses, inet6)).toEqual([
    at('eth0', 'fe80::fc:ff:fe00:1', 64, 'link'),
    at('eth0', '2001:db8::1', 64, 'global'),
    at('lo', '::1', 128, 'host'),
  ]);
});

describe('kernel log', () => {
  test.each([
    ['EXT4-fs error (device sda1): ext4_find_entry:1455: inode #2', 'file system error'],
    ['XFS (dm-0): Metadata corruption detected at xfs_agf_read_verify', 'file system error'],
    ['mce: [Hardware Error]: Machine check events logged', 'processor or memory error'],
    ['BUG: unable to handle kernel NULL pointer dereference at 0000000000000010', 'kernel bug'],
    ['watchdog: BUG: soft lockup - CPU#1 stuck for 22s! [kworker:12]', 'lockup'],
    ['general protection fault, probably for non-canonical address 0xdead: 0000 [#1] SMP', 'kernel bug'],
    [
      'traps: node[8175] general protection fault ip:7fa0 sp:7ffc error:0 in libc.so.6[2650f]',
      'crashed program',
    ],
    ['nf_conntrack: nf_conntrack: table full, dropping packet', 'table full'],
    ['a.out[123]: segfault at 0 ip 0000 sp 0000 error 4 in a.out', 'crashed program'],
  ])('%s', (line, kind) =>
    expect(rowsOf(kernelEvents, `[1.0] ${line}\n`).map((event) => event.kind)).toEqual([kind]),
  );

  test.each([
    ['I/O error', 'Buffer I/O error on dev sdb1, logical block 0, async page read', 'sdb1'],
    ['I/O error', 'sd 0:0:0:0: [sda] tag#7 Sense Key : Medium Error [current]', 'sda'],
    ['I/O error', 'end_request: I/O error', undefined],
    ['file system error', 'XFS (dm-0): Metadata corruption detected at xfs_agf_read_verify', 'dm-0'],
    ['file system error', 'BTRFS error (device sdc): bad tree block start', 'sdc'],
    ['table full', 'neighbour: arp_cache: neighbor table overflow!', 'arp_cache'],
    ['processor or memory error', 'mce: [Hardware Error]: CPU 3: Machine Check: 0 Bank 5', 'CPU 3'],
    ['kernel bug', 'kernel BUG at fs/ext4/inode.c:123!', undefined],
  ])('what a message of the kind %s is about: %s', (kind, message, subject) => {
    expect(subjectOf(kind, message)).toBe(subject);
  });

  test('normal lines are not events', () => {
    expect(
      rowsOf(
        kernelEvents,
        '[0.1] EXT4-fs (vda): mounted filesystem with ordered data mode\n[0.2] ACPI: Early table checksum verification disabled\n[0.3] EXT4-fs (vda1): re-mounted. Opts: errors=remount-ro\n[0.4] blk_update_request: I/O error, dev fd0, sector 0 op 0x0:(READ)\n[0.5] Buffer I/O error on dev sr0, logical block 0, async page read\n[0.6] sr 1:0:0:0: [sr0] Sense Key : Medium Error [current]\n[0.7] EDAC MC0: 1 CE memory read error on DIMM_A1\n[0.8] {1}[Hardware Error]: event severity: corrected\n',
      ),
    ).toEqual([]);
  });

  test('killed processes of older and newer kernels, each once', () => {
    const text =
      '[1] Out of memory: Kill process 77 (java) score 900 or sacrifice child\n[1] Killed process 77 (java), UID 48, total-vm:1kB\n[2] Out of memory: Killed process 78 (my app) total-vm:1kB\n';
    expect(rowsOf(killedProcesses, text).map(({ pid, name }) => `${pid} ${name}`)).toEqual([
      '77 java',
      '78 my app',
    ]);
  });

  test('taints', () => {
    expect(taintsOf(0)).toEqual([]);
    expect(taintsOf(512)).toEqual(['warning (W)']);
    expect(taintsOf(2 ** 40 + 1)).toEqual(['proprietary module (P)', `others (${2 ** 40})`]);
  });
});

describe('services and software', () => {
  test('units with the marks of all versions of systemd', () => {
    const text =
      '● a.service loaded failed failed A service\n* b.service loaded failed failed B\n  c.mount not-found inactive dead c.mount\nUNIT LOAD ACTIVE SUB DESCRIPTION\n';
    expect(rowsOf(units, text).map(({ name, active }) => `${name} ${active}`)).toEqual([
      'a.service failed',
      'b.service failed',
      'c.mount inactive',
    ]);
  });

  test('repositories of yum 3, of dnf, and in files', () => {
    expect(
      rowsOf(
        repositories,
        'repo id      repo name    status\n!rhel-7-server-rpms/7Server/x86_64 RHEL 7 30,000\n*epel Extra 13\nrepolist: 30,013\n',
      ),
    ).toEqual([{ id: 'rhel-7-server-rpms/7Server/x86_64' }, { id: 'epel' }]);
    expect(rowsOf(repositories, 'No repositories available\n')).toEqual([]);
    expect(
      rowsOf(
        definedRepositories,
        '[main]\ngpgcheck=0\n[a]\nname=A\nenabled=1\ngpgcheck=1\n[b]\nenabled = 0\ngpgcheck: No\n[c]\nname=C\n',
      ),
    ).toEqual([
      { id: 'a', isEnabled: true, isVerified: true },
      { id: 'b', isEnabled: false, isVerified: false },
      { id: 'c', isEnabled: true, isVerified: undefined },
    ]);
  });

  test('repositories of zypper, apk and pacman', () => {
    expect(
      rowsOf(
        zypperRepositories,
        '# | Alias | Name | Enabled | GPG Check\n--+---+---+---+---\n1 | main | Main | Yes | (r ) Yes\n2 | debug | Debug | No | ----\n',
      ),
    ).toEqual([{ id: 'main' }]);
    expect(
      rowsOf(
        apkRepositories,
        'https://dl.example.org/v3.20/main\n#https://dl.example.org/edge/main\n@edge https://dl.example.org/edge/testing\n/media/cdrom/apks\n',
      ).map(({ id }) => id),
    ).toEqual([
      'https://dl.example.org/v3.20/main',
      'https://dl.example.org/edge/testing',
      '/media/cdrom/apks',
    ]);
    expect(rowsOf(pacmanRepositories, '[options]\nA = b\n[core]\n#[testing]\n[extra]\n')).toEqual([
      { id: 'core' },
      { id: 'extra' },
    ]);
  });

  test('packages of dpkg, in the form of the catalog and in its own', () => {
    const state = (name: string, state: string, version: string, architecture: string, isHeld = false) => ({
      ...{ name, state, isHeld, version, architecture },
    });
    expect(
      rowsOf(
        debianPackages,
        'ii \tapt\tamd64\t2.6.1\nhi \tlinux-image\tamd64\t6.1\nrc \tmlocate\tall\t1\niF \tgrub-pc\tamd64\t2\n',
      ),
    ).toEqual([
      state('apt', 'installed', '2.6.1', 'amd64'),
      state('linux-image', 'installed', '6.1', 'amd64', true),
      state('mlocate', 'config-files', '1', 'all'),
      state('grub-pc', 'half-configured', '2', 'amd64'),
    ]);
    const own =
      'Desired=Unknown/Install\n||/ Name  Version\n+++-====-===\nii  adduser  3.134 all  add users\niUR x 1 all y\n';
    expect(rowsOf(debianPackages, own)).toEqual([
      state('adduser', 'installed', '3.134', 'all'),
      state('x', 'unpacked', '1', 'all'),
    ]);
  });

  test('repositories of apt', () => {
    const policy =
      'Package files:\n 100 /var/lib/dpkg/status\n     release a=now\n 500 http://deb.debian.org/debian bookworm/main amd64 Packages\n     release v=12\n-1 https://x.example stable/main amd64 Packages\nPinned packages:\n';
    expect(rowsOf(aptRepositories, policy).map(({ id }) => id)).toEqual([
      'http://deb.debian.org/debian bookworm/main',
      'https://x.example stable/main',
    ]);
  });

  test('sources of apt, those that are on and have packages', () => {
    const lines =
      '# deb http://no.example x main\ndeb [arch=amd64 signed-by=/k.gpg] https://a.example/debian stable main contrib # ours\ndeb-src https://a.example/debian stable main\ndeb http://b.example trixie main\n';
    const stanzas =
      'Types: deb deb-src\nURIs: http://deb.debian.org/debian\nSuites: trixie trixie-updates\nComponents: main\nSigned-By: /k.gpg\n\nTypes: deb\nURIs: https://off.example\nSuites: x\nEnabled: no\n\nTypes: deb-src\nURIs: https://src.example\nSuites: x\n\nTypes: deb\nURIs: https://flat.example\nSuites: ./\n';
    const ids = (text: string) => rowsOf(aptSources, text).map(({ id }) => id);
    expect(ids(lines)).toEqual([
      'https://a.example/debian stable main contrib',
      'http://b.example trixie main',
    ]);
    expect(ids(stanzas)).toEqual([
      'http://deb.debian.org/debian trixie trixie-updates main',
      'https://flat.example ./',
    ]);
  });

  test('packages in the form of insights-core and of sos, without messages', () => {
    expect(packageCountOf('{"name":"bash","version":"5"}\n{"name":"curl"}\n')).toBe(2);
    expect(packageCountOf('bash-5.1.8-9.el9.x86_64   Mon\nwarning: rpmdb\nerror: cannot open\n\n')).toBe(1);
  });

  test('arrays without redundancy, and inactive ones', () => {
    expect(
      rowsOf(
        raidArrays,
        'md127 : active (auto-read-only) raid0 sda[0] sdb[1]\n      10 blocks\nmd1 : inactive sdc[0]\n',
      ),
    ).toMatchObject([
      { name: 'md127', level: 'raid0', members: undefined },
      { name: 'md1', state: 'inactive', level: undefined, members: undefined },
    ]);
  });

  test('a container of the firmware is never active itself', () => {
    const text =
      'md126 : active raid1 sda[1] sdb[0]\n      10 blocks super external:/md127/0 [2/2] [UU]\nmd127 : inactive sda[1](S) sdb[0](S)\n      5488 blocks super external:imsm\n';
    expect(rowsOf(raidArrays, text).map(({ name, state }) => `${name} ${state}`)).toEqual([
      'md126 active',
      'md127 container',
    ]);
  });
});

test.each([
  ['0:07', 7],
  ['999:59', 59_999],
  ['1:02:03', 3_723],
  ['1-00:00:00', 86_400],
  ['10-23:59:59', 950_399],
  // A time that cannot be parsed must not seem short.
  ['00:00:07.5', Number.POSITIVE_INFINITY],
  ['7', Number.POSITIVE_INFINITY],
])('a process has worked for %s', (time, seconds) => {
  expect(rowsOf(processRows, `eve 9 0.1 0.1 1 4 ? R Jun03 ${time} sleep`)).toEqual([
    expect.objectContaining({ pid: 9, seconds }),
  ]);
});

test('processes of the ps of BusyBox have states with blanks between their letters, and sizes with a unit', () => {
  const text = `USER     PID   PPID  STAT VSZ  RSS TIME  COMMAND
root         1     0 S    1640  896  0:07 /sbin/init
postgres  2417     1 S N  1.2g 310m 70:30 postgres: writer process
root        12     2 SW       0    0  0:00 [kworker/0:1]
nobody      13     2 S <   804    4  0:00 -sh
root        14     2 R     804    4 sleep 1:00
`;
  expect(
    rowsOf(busyboxProcessRows, text).map(({ user, pid, cpu, seconds, state, resident, command }) => [
      ...[user, pid, cpu, seconds, state, resident, command],
    ]),
  ).toEqual([
    ['root', 1, undefined, 7, 'S', 896 * 1024, '/sbin/init'],
    ['postgres', 2417, undefined, 4230, 'SN', 310 * 1024 ** 2, 'postgres: writer process'],
    ['root', 12, undefined, 0, 'SW', 0, '[kworker/0:1]'],
    ['nobody', 13, undefined, 0, 'S<', 4096, '-sh'],
    ['root', 14, undefined, Number.POSITIVE_INFINITY, 'R', 4096, 'sleep 1:00'],
  ]);
});

test('processes of /proc, of which the last line of one may be missing', () => {
  const text =
    'Name:\tsshd\nState:\tS (sleeping)\nPid:\t9\nUid:\t0\t0\t0\t0\nVmRSS:\t 12 kB\nThreads:\t1\nName:\tcut\nPid:\t10\nName:\tkswapd0\nState:\tR (running)\nPid:\t11\nUid:\t33\t33\t33\t33\nThreads:\t1\n';
  expect(
    rowsOf(statusProcessRows, text).map(({ user, pid, state, resident, command }) => [
      ...[user, pid, state, resident, command],
    ]),
  ).toEqual([
    ['root', 9, 'S', 12 * 1024, 'sshd'],
    ['33', 11, 'R', 0, 'kswapd0'],
  ]);
});

test.each([
  ['0.10 1.25 20.00 1/94 5121\n', [0.1, 1.25, 20]],
  ['', undefined],
  ['cpu  1 2 3\n', undefined],
])('load averages in %j', (text, means) => expect(loadsOf(text)).toEqual(means));

test.each(['', 'cpu  \n', 'cpu  0 0 0 0\n', 'cpu0 1 2 3 4\n', 'cpu  x 1\n'])(
  'no shares of the processors in %j',
  (text) => {
    expect(cpuSharesOf(text)).toBeUndefined();
  },
);

test('other text has no pressure and no server of names', () => {
  expect(pressureOf('some avg10=x avg60=1.00 \n')).toBeUndefined();
  expect(nameServersOf('options nameserver 192.0.2.1\nnameserver\n')).toEqual([]);
});

describe('accounts', () => {
  test('reads the accounts of whole lines', () => {
    expect(
      rowsOf(accounts, 'root:x:0:0:root:/root:/bin/bash\nweb:x:33:44:Web, server:/srv/web:\n').map(
        Object.values,
      ),
    ).toEqual([
      ['root', 0, 0, 'root', '/root', '/bin/bash'],
      ['web', 33, 44, 'Web, server', '/srv/web', ''],
    ]);
  });

  test.each([
    '',
    '+::::::',
    'root',
    ':x:0:0::/:',
    'root:x::0::/:',
    'root:x:0:-1::/:',
    'root:x:0x1:0::/:',
    'a:x:12345678901:0::/:',
  ])('leaves out %j', (line) => {
    expect(rowsOf(accounts, line)).toEqual([]);
  });
});

describe('the boot', () => {
  const bootReasonOf = (text: string): BootReason | undefined => rowsOf(boots, text).at(-1)?.reason;

  const boot = 'Jun  3 10:00:02 web01 kernel: Linux version 5.14.0-427.el9.x86_64';
  const log = (...lines: string[]): string =>
    `${['Jun  3 09:00:00 web01 app: one', ...lines, boot].join('\n')}\n`;

  test.each([
    ['restart', 'Jun  3 09:59:01 web01 systemd-logind[801]: System is rebooting.'],
    ['restart', 'Jun  3 09:59:01 web01 systemd[1]: Reached target System Reboot.'],
    ['shutdown', 'Jun  3 09:59:01 web01 systemd-logind[801]: System is powering down.'],
    ['shutdown', 'Jun  3 09:59:01 web01 systemd: Shutting down.'],
    ['shutdown', 'Jun  3 09:59:01 web01 rsyslogd: [origin software="rsyslogd"] exiting on signal 15.'],
    ['panic', 'Jun  3 09:59:01 web01 kernel: Kernel panic - not syncing: Fatal exception'],
    [
      'temperature',
      'Jun  3 09:59:01 web01 kernel: thermal thermal_zone0: critical temperature reached, shutting down',
    ],
    ['unknown', 'Jun  3 09:59:01 web01 app: two'],
  ])('%s: %s', (kind, line) => expect(bootReasonOf(log(line))).toEqual({ kind, line }));

  test('a restart that also logs a shutdown is a restart', () => {
    const line = 'Jun  3 09:59:01 web01 systemd-logind[801]: System is rebooting.';
    expect(bootReasonOf(log(line, 'Jun  3 09:59:02 web01 systemd[1]: Shutting down.'))).toEqual({
      kind: 'restart',
      line,
    });
  });

  test('only the run before the last boot counts', () => {
    const old = log('Jun  3 09:59:01 web01 systemd-logind[801]: System is rebooting.');
    const line = 'Jun  4 07:00:00 web01 app: three';
    expect(
      bootReasonOf(`${old}${line}\n${boot}\nJun  4 08:00:00 web01 systemd[1]: Shutting down.\n`),
    ).toEqual({
      kind: 'unknown',
      line,
    });
  });

  test('no boot, or nothing before it, gives no reason', () => {
    expect(bootReasonOf('Jun  3 09:00:00 web01 app: one\n')).toBeUndefined();
    expect(bootReasonOf(`${boot}\nJun  3 10:00:03 web01 app: one\n`)).toBeUndefined();
    expect(bootReasonOf('')).toBeUndefined();
  });

  test.each([
    ['Jun  3 10:00:00 web01 rsyslogd: start', 'Jun  3 09:59:59 web01 app: one', boot],
    [
      '2026-11-27T10:26:34.860263+00:00 web01 rsyslogd: start',
      '2026-11-27T10:26:33.860263+00:00 web01 app: one',
      '2026-11-27T10:26:36.860291+00:00 web01 kernel: [    0.000000] Linux version 6',
    ],
  ])(
    'what is written just before the first line of the kernel is of the same boot: %s',
    (line, before, first) => {
      expect(bootReasonOf(`${line}\n${first}\n`)).toBeUndefined();
      expect(bootReasonOf(`${before}\n${line}\n${first}\n`)).toEqual({ kind: 'unknown', line: before });
    },
  );

  test('the reset reason of the processor', () => {
    const line =
      '[    0.31] x86/amd: Previous system reset reason [0x00080800]: software wrote 0x6 to reset control register 0xCF9\n';
    expect(resetReasonOf(line)).toBe('software wrote 0x6 to reset control register 0xCF9');
    expect(resetReasonOf('x86/amd: nothing')).toBeUndefined();
  });

  test('a long run needs little memory: only its last lines count', () => {
    const line = 'Jun  3 09:59:01 web01 systemd-logind[801]: System is rebooting.';
    const others = (count: number) =>
      Array.from({ length: count }, (_, at) => `Jun  3 09:59:02 web01 app: ${at}`);
    expect(bootReasonOf(log(line, ...others(1999)))).toEqual({ kind: 'restart', line });
    expect(bootReasonOf(log(line, ...others(2000)))?.kind).toBe('unknown');
    expect(bootReasonOf(log(...others(9000), line, ...others(1999)))).toEqual({ kind: 'restart', line });
  });
});

describe('tables', () => {
  const everyLine: Table<string> = eachLine((line) => line);

  async function streamed<Row>(table: Table<Row>, pieces: Iterable<Uint8Array>): Promise<Row[]> {
    const rows: Row[] = [];
    for await (const row of rowsIn(table, asStream(pieces))) rows.push(row);
    return rows;
  }

  async function* asStream<T>(pieces: Iterable<T>) {
    yield* pieces;
  }

  const inPieces = (text: string, size: number): Uint8Array[] => {
    const bytes = new TextEncoder().encode(text);
    return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
  };

  test.each([
    ['', []],
    ['\n', ['']],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\r\nb\r\n\nc', ['a', 'b', '', 'c']],
  ])('the lines of %j', async (text, lines) => {
    expect([...linesOf(text)]).toEqual(lines);
    for (const size of [1, 2, 100]) expect(await streamed(everyLine, inPieces(text, size))).toEqual(lines);
  });

  const contents: readonly (readonly [name: string, table: Table<unknown>, text: string])[] = [
    [
      'df',
      fileSystems,
      'Filesystem 1K-blocks Used Available Use% Mounted on\n/dev/mapper/long\n  100 91 9 91% /caf\u00e9\ntmpfs 5 1 4 20% /run',
    ],
    [
      'ip address',
      interfaces,
      '1: lo: <UP> mtu 65536 state UNKNOWN\n    inet 127.0.0.1/8 scope host lo\n2: eth0@if7: <UP>\n',
    ],
    [
      'ip -s link',
      losses,
      '2: eth0: <UP>\n    RX: bytes  packets  errors\n    900 10 3\n    TX: bytes  packets  errors\n    1 1 0\n',
    ],
    [
      'mdstat',
      raidArrays,
      'md1 : active raid1 sda[0] sdb[1]\n      10 blocks [2/1] [U_]\nmd0 : inactive sdc[0]\n',
    ],
    ['yum.repos.d', definedRepositories, '[main]\n[a]\nenabled = 1\n[b]\nenabled=0\n[c]\n'],
    ['yum repolist', repositories, 'repo id  repo name\n*epel Extra 13\nrepolist: 13\n'],
    ['netstat', netstatListeners, 'tcp 0 0 0.0.0.0:443 0.0.0.0:* LISTEN 0 1 2/nginx off\n'],
    ['a system log', ofKernel(kernelEvents), 'x app: BUG: one\nx kernel: BUG: two\n'],
  ];

  describe('a stream gives the same rows as the text, wherever it is cut:', () => {
    test.each(contents)('%s', async (_, table, text) => {
      const rows = rowsOf(table, text);
      expect(rows.length).toBeGreaterThan(0);
      for (const size of [1, 3, 7, text.length])
        expect(await streamed(table, inPieces(text, size))).toEqual(rows);
    });
  });

  test('a line that never ends takes no more memory than its first part', async () => {
    const piece = new TextEncoder().encode('x'.repeat(64 * 1024));
    function* endless() {
      for (let count = 0; count < 64; count++) yield piece;
      yield new TextEncoder().encode('\nnext\n');
    }
    const [long, next] = await streamed(everyLine, endless());
    expect(long?.length).toBe(1024 * 1024);
    expect(next).toBe('next');
  });

  test('two contents do not share a state', () => {
    expect(rowsOf(repositories, 'repo id\n')).toEqual([]);
    expect(rowsOf(repositories, '*epel Extra 13\n')).toEqual([]);
    expect(bondOf('802.3ad info\n')).toBeUndefined();
  });
});
