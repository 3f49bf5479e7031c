import { fileURLToPath } from 'node:url';
import { splitWords } from '@hostspec/spec';
import { hostFromFile } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { archiveOf, outcomesOf } from '../../testing/archive-of.js';
import { evaluate } from '../evaluate.js';
import { createArchiveSession } from '../session.js';
import { parseLine } from '../words.js';

/** Answers a line from an archive with these outputs and files; an output of null failed. */
async function answer(line: string, recorded: Readonly<Record<string, string | null>>) {
  const entries = Object.entries(recorded).map(([key, text], index) => {
    const isFile = /^\/(?:proc|etc|sys)\//.test(key);
    const source = isFile ? { kind: 'file', path: key } : { kind: 'command', argv: splitWords(key) };
    return { path: isFile ? key.slice(1) : `c/${index}`, key, source, text };
  });
  const outcomes = outcomesOf(
    ...entries.map(({ path, key, source, text }) =>
      text === null
        ? {
            status: 'failed',
            misses: [
              {
                source,
                status: 'failed',
                rc: 1,
                reason: `/bin/x exited with 1: No bus of ${key}.\nsecond line`,
              },
            ],
          }
        : { items: [{ path, source, rc: 0 }] },
    ),
  );
  const files = Object.fromEntries(
    entries.flatMap(({ path, text }) => (text === null ? [] : [[path, text]])),
  );
  const session = await createArchiveSession(archiveOf(files, { kind: 'hostspec', outcomes }));
  const got = { out: '', notes: '', problems: '' };
  const status = await evaluate(
    parseLine(line),
    { session, directory: '/' },
    {
      out: {
        write(piece) {
          got.out += Buffer.from(piece as string).toString();
        },
      },
      shown: { printable: (text) => text, bytes: String },
      problem: (problem) => {
        got.problems += problem;
      },
      note: (note) => {
        got.notes += note;
      },
    },
  );
  return { status, ...got };
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Outputs that a domain's own tests collect from a real host. */
async function outputsOf(domain: string, host: string, ...lines: readonly string[]) {
  const path = fileURLToPath(new URL(`../../../../${domain}/fixtures/hosts/${host}.yaml`, import.meta.url));
  const real = hostFromFile(path);
  const outputs = lines.map(async (line) => {
    const { output } = await real.run(line);
    return [line, new TextDecoder().decode(output)] as const;
  });
  return Object.fromEntries(await Promise.all(outputs));
}

const blocks = `Filesystem              1024-blocks     Used Available Capacity Mounted on
proc                              0        0         0        - /proc
devtmpfs                   12334492        0  12334492       0% /dev
tmpfs                      24684092       84  24684008       1% /dev/shm
/dev/vda                  263174212 16777216  79691776      18% /
/dev/vda                  263174212 16777216  79691776      18% /srv/bind
`;
const mounts =
  'devtmpfs /dev devtmpfs rw 0 0\ntmpfs /dev/shm tmpfs rw,nosuid 0 0\n/dev/vda / ext4 rw,relatime 0 0\n';
const storage = { '/bin/df -alP -x autofs': blocks, '/proc/mounts': mounts };

describe('df', () => {
  test('-h, as coreutils prints it', async () => {
    expect(await answer('df -h', storage)).toEqual({
      status: 0,
      out: `Filesystem      Size  Used Avail Use% Mounted on
devtmpfs         12G     0   12G   0% /dev
tmpfs            24G   84K   24G   1% /dev/shm
/dev/vda        251G   16G   76G  18% /
`,
      notes: 'derived from spec spec0 (/bin/df -alP -x autofs); without network file systems such as NFS',
      problems: '',
    });
  });

  test.each([
    ['df -lhT /srv/data', '/dev/vda       ext4  251G   16G   76G  18% /\n'],
    ['df -lm -t tmpfs', 'tmpfs              24106     1     24106   1% /dev/shm\n'],
    ['df -lP -x ext4 /dev/shm', 'tmpfs             24684092    84  24684008       1% /dev/shm\n'],
    ['df -lH /', '/dev/vda        270G   18G   82G  18% /\n'],
  ])('%s', async (line, last) => {
    const { out, notes } = await answer(line, storage);
    expect(out.split('\n').slice(1).join('\n')).toBe(last);
    expect(notes).not.toContain('without');
  });

  test('an option that is not known, or inodes that nobody recorded', async () => {
    for (const line of ['df --sync -h', 'df -i'])
      expect(await answer(line, storage)).toMatchObject({ status: 127, out: '' });
  });
});

test('free, as procps 4 prints it', async () => {
  const meminfo = `MemTotal:       24684092 kB
MemFree:        17033528 kB
MemAvailable:   20911604 kB
Buffers:          280460 kB
Cached:          4301564 kB
Shmem:            484376 kB
SReclaimable:     100000 kB
SwapTotal:             0 kB
SwapFree:              0 kB
`;
  const free = async (line: string) => (await answer(line, { '/proc/meminfo': meminfo })).out;
  expect(
    await free('free -m'),
  ).toBe(`               total        used        free      shared  buff/cache   available
Mem:           24105        3684       16634         473        4572       20421
Swap:              0           0           0
`);
  expect(await free('free -h')).toContain(
    'Mem:            23Gi       3.6Gi        16Gi       473Mi       4.5Gi        19Gi\nSwap:             0B',
  );
  expect(await free('free -wt')).toContain(
    'buffers       cache   available\nMem:        24684092     3772488',
  );
  expect(await free('free -wt')).toContain('\nTotal:      24684092     3772488    17033528\n');
});

const addr = `1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000
    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00
    inet 127.0.0.1/8 scope host lo
       valid_lft forever preferred_lft forever
    inet6 ::1/128 scope host 
       valid_lft forever preferred_lft forever
2: eth0@if7: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP group default qlen 1000
    link/ether 52:54:00:12:34:56 brd ff:ff:ff:ff:ff:ff
    inet6 fe80::1/64 scope link 
       valid_lft forever preferred_lft forever
`;

describe('ip', () => {
  test.each([
    [
      'ip -br a',
      'lo               UNKNOWN        127.0.0.1/8 ::1/128 \neth0@if7         UP             fe80::1/64 \n',
    ],
    ['ip -br -4 a show dev lo', 'lo               UNKNOWN        127.0.0.1/8 \n'],
    [
      'ip -br link show eth0',
      'eth0@if7         UP             52:54:00:12:34:56 <BROADCAST,MULTICAST,UP,LOWER_UP> \n',
    ],
    ['ip -4 a', `${addr.split('\n').slice(0, 4).join('\n')}\n`],
    ['ip a s eth0', `${addr.split('\n').slice(6).join('\n')}`],
    ['ip l show lo', `${addr.split('\n').slice(0, 2).join('\n')}\n`],
    ['ip a show eth9', 'Device "eth9" does not exist.\n'],
  ])('%s', async (line, out) =>
    expect(await answer(line, { '/sbin/ip addr': addr })).toMatchObject({
      out,
      notes: 'derived from spec spec0 (/sbin/ip addr)',
    }),
  );

  test('route has the main table', async () => {
    const routes =
      'default via 192.0.2.1 dev eth0 \nlocal 192.0.2.10 dev eth0 table local proto kernel \nfe80::/64 dev eth0 proto kernel metric 256 pref medium\n';
    expect((await answer('ip r', { '/sbin/ip route show table all': routes })).out).toBe(
      'default via 192.0.2.1 dev eth0 \n',
    );
  });
});

describe('ip route get', () => {
  const recorded = {
    '/sbin/ip route show table all': `default via 192.0.2.1 dev eth0 proto dhcp src 192.0.2.10 metric 100 
192.0.2.0/24 dev eth0 proto kernel scope link src 192.0.2.10 metric 100 
10.0.0.0/8 proto static 
	nexthop via 192.0.2.2 dev eth0 weight 1 
	nexthop via 192.0.2.3 dev eth0 weight 1 
unreachable 10.9.0.0/16 
local 192.0.2.10 dev eth0 table local proto kernel scope host src 192.0.2.10 
198.51.100.0/24 via 10.9.9.9 dev eth1 table 200 
default via fe80::1 dev eth9 proto ra metric 1 pref medium
`,
    '/sbin/ip -6 route show table all':
      '2001:db8::/64 dev eth0 proto kernel metric 256 pref medium\ndefault via fe80::1 dev eth0 proto ra metric 1024 pref medium\n',
  };
  test.each([
    ['198.51.100.7', '198.51.100.7 via 192.0.2.1 dev eth0 src 192.0.2.10', 0],
    ['192.0.2.77', '192.0.2.77 dev eth0 src 192.0.2.10', 0],
    ['192.0.2.10', 'local 192.0.2.10 dev lo src 192.0.2.10', 0],
    ['10.1.2.3', '10.1.2.3 via 192.0.2.2 dev eth0', 0],
    ['10.9.2.3', 'RTNETLINK answers: No route to host', 2],
    ['2001:db8::7', '2001:db8::7 dev eth0', 0],
    ['2001:db8:1::7', '2001:db8:1::7 via fe80::1 dev eth0', 0],
  ])('%s', async (address, out, status) => {
    expect(await answer(`ip route get ${address}`, recorded)).toMatchObject({
      ...{ out: `${out}\n`, status, problems: '' },
      notes: expect.stringContaining('without the rules of routing'),
    });
  });

  test('no route, or a name', async () => {
    const none = { '/sbin/ip route show table all': '192.0.2.0/24 dev eth0\n' };
    expect((await answer('ip route get 198.51.100.7', none)).out).toContain('Network is unreachable');
    expect(await answer('ip route get web01', recorded)).toMatchObject({ status: 127, out: '' });
  });
});

describe('systemctl cat', () => {
  const recorded = {
    '/etc/systemd/system/app.service': '[Service]\nExecStart=/usr/bin/app\n',
    '/etc/systemd/system/app.service.d/limits.conf': '[Service]\nMemoryMax=1G\n',
    '/etc/systemd/system/nginx.service.d/restart.conf': '[Service]\nRestart=always\n',
  };

  test('has the file and what overrides it', async () => {
    expect(await answer('systemctl cat app', recorded)).toMatchObject({
      out: '# /etc/systemd/system/app.service\n[Service]\nExecStart=/usr/bin/app\n\n# /etc/systemd/system/app.service.d/limits.conf\n[Service]\nMemoryMax=1G\n',
      notes: expect.not.stringContaining('without'),
    });
  });

  test('says if the file itself was not collected', async () => {
    expect(await answer('systemctl cat nginx', recorded)).toMatchObject({
      out: '# /etc/systemd/system/nginx.service.d/restart.conf\n[Service]\nRestart=always\n',
      notes: expect.stringContaining('without the unit file nginx.service'),
    });
    expect(await answer('systemctl cat cron', recorded)).toMatchObject({ status: 127, out: '' });
  });
});

test('stat shows what the archive has of a file', async () => {
  expect(await answer('stat /etc/hosts', { '/etc/hosts': 'x\n' })).toMatchObject({
    ...{ status: 0, out: '  File: /etc/hosts\n  Size: 2 file\n' },
    problems: 'stat: /etc/hosts: the archive has no mode, owner and times of it',
  });
  expect(await answer('stat /etc/none', { '/etc/hosts': 'x\n' })).toMatchObject({ status: 1, out: '' });
});

const ss = `Netid State  Recv-Q Send-Q Local Address:Port Peer Address:PortProcess
udp   UNCONN 0      0          127.0.0.1:323       0.0.0.0:*    users:(("chronyd",pid=801,fd=5))
tcp   LISTEN 0      511          0.0.0.0:443       0.0.0.0:*    users:(("nginx",pid=1201,fd=7))
tcp   LISTEN 0      128             [::]:22           [::]:*
tcp   ESTAB  0      0        192.0.2.10:22     192.0.2.77:50211 users:(("sshd",pid=4001,fd=4))
`;

test('ss has the sockets that were asked for', async () => {
  const answered = async (line: string) => await answer(line, { '/usr/sbin/ss -tupna': ss });
  expect(
    (await answered('ss -lntp')).out,
  ).toBe(`State  Recv-Q Send-Q Local Address:Port Peer Address:Port Process
LISTEN 0      511           0.0.0.0:443         0.0.0.0:* users:(("nginx",pid=1201,fd=7))
LISTEN 0      128               [::]:22            [::]:*
`);
  expect((await answered('ss -ntH')).out).toMatch(/^ESTAB +0 +0 +192\.0\.2\.10:22 +192\.0\.2\.77:50211\n$/);
  expect((await answered('ss -lun')).out).toContain('127.0.0.1:323');
  expect((await answered('ss -6lt')).notes).toContain('with numbers instead of the names of ports');
  expect((await answered('ss -6ltn')).out.split('\n')).toHaveLength(3);
  for (const line of ['ss -lx', 'ss -tni']) expect(await answered(line)).toMatchObject({ status: 127 });
  expect(await answer('ss -tan', { '/usr/bin/ss -lntup': ss })).toMatchObject({ status: 127 });
});

test('ps sorts', async () => {
  const aux = `USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
root           1  0.0  0.1 172000 14000 ?        Ss   Jun03   0:04 /sbin/init
mysql       2201 97.5 60.0 9800000 9600000 ?     Ssl  Jun03 999:01 /usr/libexec/mysqld
root          12  0.0  0.0      0     0 ?        I<   Jun03   0:00 [kworker/0:0H]
`;
  const pids = async (line: string) => {
    const { out } = await answer(line, { '/bin/ps auxww': aux });
    return [...out.matchAll(/^\S+ +(\d+)/gm)].map(([, pid]) => Number(pid));
  };
  expect(await pids('ps aux --sort=-%mem')).toEqual([2201, 1, 12]);
  expect(await pids('ps aux --sort -pid')).toEqual([2201, 12, 1]);
  expect(await pids('ps -aux --sort=user,pid')).toEqual([2201, 1, 12]);
  expect(await pids('ps aux --sort=magic')).toEqual([]);
  expect(await pids('ps aux --sort=-rss | head -n 2')).toEqual([2201]);
});

describe('the processes with all their columns', () => {
  const recorded = {
    '/usr/bin/ps -eo pid,ppid,user:32,stat,lstart,etimes,pcpu,pmem,rss,wchan:32,cgroup:80,args': `    PID    PPID USER     STAT                  STARTED ELAPSED %CPU %MEM   RSS WCHAN  CGROUP COMMAND
      1       0 root     Ss   Fri Nov 27 10:26:33 2026    2600  0.0  0.1 14000 -      0::/   /sbin/init
     12       2 root     I<   Fri Nov 27 10:26:33 2026    2600  0.0  0.0     0 -      0::/   [kworker/0:0H]
     77       1 root     Ss   Fri Nov 27 10:26:33 2026    2600  0.0  0.1  9000 -      0::/   sshd: /usr/sbin/sshd -D
    801       1 www      S    Fri Nov 27 10:26:33 2026    2600  7.0  0.9 90000 -      0::/   /usr/sbin/nginx -g daemon
    802     801 www      S    Fri Nov 27 10:26:33 2026    2600  1.0  0.9 90000 -      0::/   /usr/sbin/nginx -g daemon
`,
  };

  test.each([
    ['ps -eo pid,comm', '    PID COMMAND\n      1 init\n     12 kworker/0:0H\n', 0],
    ['ps -p 77 -o pid,args', 'PID COMMAND\n 77 sshd: /usr/sbin/sshd -D\n', 0],
    ['ps -C nginx -o pid', 'PID\n801\n802\n', 0],
    ['ps -u www', 'PID USER STAT %CPU %MEM COMMAND\n801 www  S     7.0  0.9 /usr/sbin/nginx', 0],
    ['ps -p 9', 'PID USER STAT %CPU %MEM COMMAND\n', 1],
    ['pgrep ngin', '801\n802\n', 0],
    ['pgrep -x ngin', '', 1],
    ['pgrep -l ssh', '77 sshd\n', 0],
    ['pgrep -a -u www nginx', '801 /usr/sbin/nginx -g daemon\n802', 0],
    ['pgrep -u root nginx', '', 1],
    ['pgrep -f daemon', '801\n802\n', 0],
    ['pidof nginx', '802 801\n', 0],
    ['pidof ngin', '', 1],
  ])('%s', async (line, start, status) => {
    const { out, notes, ...rest } = await answer(line, recorded);
    expect(rest).toEqual({ status, problems: '' });
    expect(out.replaceAll(/^ +/gm, '')).toMatch(new RegExp(`^${escaped(start.replaceAll(/^ +/gm, ''))}`));
    expect(out === '').toBe(start === '');
    expect(notes).toContain('derived from');
  });

  test.each(['ps -o pid', 'pgrep .*', 'pgrep a b', 'pidof nginx sshd'])(
    '%s is not answered',
    async (line) => {
      expect(await answer(line, recorded)).toMatchObject({ status: 127, out: '' });
    },
  );
});

test.each([
  [' 10:15:00 up 1 day,  2:15,  1 user,  load average: 9.12, 7.50, 3.01', 'up 1 day, 2 hours, 15 minutes'],
  [' 11:10:58 up 41 min,  0 user,  load average: 0.1, 0.2, 0.3', 'up 41 minutes'],
  [' 11:10:58 up 12 days, 41 min,  2 users,  load average: 0.1, 0.2, 0.3', 'up 12 days, 41 minutes'],
])('uptime -p of%s', async (line, pretty) => {
  expect((await answer('uptime -p', { '/usr/bin/uptime': `${line}\n` })).out).toBe(`${pretty}\n`);
});

describe('older words for the same', () => {
  const addresses =
    '1: lo: <LOOPBACK,UP> mtu 65536 state UNKNOWN\n    inet 127.0.0.1/8 scope host lo\n2: eth0: <UP> mtu 1500 state UP\n    inet 192.0.2.10/24 scope global eth0\n';
  const recorded = {
    '/sbin/ip addr': addresses,
    '/usr/bin/ss -tuanp': ss,
    '/usr/sbin/iptables-save': '*filter\n',
    '/bin/systemctl get-default': 'graphical.target\n',
    '/usr/bin/who -a': 'root tty1\n',
    '/etc/fstab': 'UUID=1 / ext4\n',
  };

  test.each([
    ['ifconfig', addresses, 'answered by /sbin/ip addr'],
    ['ifconfig eth0', addresses.slice(addresses.indexOf('2:')), 'derived from spec spec0 (/sbin/ip addr)'],
    ['iptables -L -n', '*filter\n', 'answered by /usr/sbin/iptables-save'],
    ['sudo iptables-save', '*filter\n', 'answered by /usr/sbin/iptables-save'],
    ['sudo cat /etc/fstab', 'UUID=1 / ext4\n', ''],
    ['runlevel', 'graphical.target\n', 'answered by /bin/systemctl get-default, the most similar command'],
    ['w', 'root tty1\n', 'answered by /usr/bin/who -a, the most similar command'],
  ])('%s', async (line, out, notes) => {
    expect(await answer(line, recorded)).toEqual({ status: 0, out, notes, problems: '' });
  });

  test('netstat has the sockets of ss', async () => {
    expect((await answer('netstat -tlnp', recorded)).out).toBe((await answer('ss -tlnp', recorded)).out);
  });

  test.each([
    'ifconfig eth0 up',
    'iptables -F',
    'sudo -u x iptables-save',
    'service ssh restart',
    'arp -d x',
    'sudo',
    'netstat -s',
    'dnf list installed',
  ])('%s is not answered, and the message is about it', async (line) => {
    const { problems, ...rest } = await answer(line, recorded);
    expect(rest).toEqual({ status: 127, out: '', notes: '' });
    expect(problems).toContain(`no output of ${line}`);
  });
});

test('a line that the archive cannot answer names the nearest spec and its outcome', async () => {
  const outcomes = new Map([
    [
      'docker_images',
      { status: 'absent' as const, reason: 'command not found: /usr/bin/docker\nmore', items: [] },
    ],
    ['docker_ps', { status: 'absent' as const, reason: 'command not found: /usr/bin/docker', items: [] }],
    ['cron_tables', { status: 'collected' as const, items: [] }],
  ]);
  const session = await createArchiveSession(archiveOf({}, { kind: 'hostspec', outcomes }));
  const messages: string[] = [];
  for (const line of ['docker ps -a', 'docker images', 'crontab -l', 'zebra'])
    await evaluate(
      parseLine(line),
      { session, directory: '/' },
      {
        out: { write() {} },
        shown: { printable: (text) => text, bytes: String },
        problem: (problem) => void messages.push(problem),
        note() {},
      },
    );
  expect(messages).toEqual([
    'docker: the archive has no output of docker ps -a; the nearest spec is docker_ps, which is absent: command not found: /usr/bin/docker',
    'docker: the archive has no output of docker images; the nearest spec is docker_images, which is absent: command not found: /usr/bin/docker',
    `crontab: the archive has no output of crontab -l; the nearest spec is cron_tables, which is collected: hostspec read ${session.path} cron_tables`,
    'zebra: the archive has no output of zebra, nor of a program with a similar name; "commands" lists what it has',
  ]);
});

describe('systemctl', () => {
  test('--failed and status from what a real Debian printed', async () => {
    const lines = [
      '/usr/bin/systemctl --no-pager --failed',
      '/usr/bin/systemctl --no-pager -l status broken.service',
    ];
    const recorded = await outputsOf('systemd', 'debian-12', ...lines);
    const failed = await answer('systemctl list-units --state=failed', recorded);
    expect(failed.out).toContain('broken.service');
    expect(failed.out).toMatch(/\d loaded units listed\.\n$/);
    expect(await answer('systemctl status broken', recorded)).toMatchObject({
      status: 3,
      out: expect.stringMatching(/^x broken\.service - A service that breaks\n +Loaded: /),
    });
  });

  const all = `● web01
    State: degraded
● cron.service - Cron
     Loaded: loaded
     Active: active (running) since Tue
● httpd.service - Web
     Active: failed (Result: exit-code)

Jun 03 web01 httpd[1]: no
● x.socket
     Active: active (listening)
`;
  const listed = `  UNIT          LOAD   ACTIVE SUB     DESCRIPTION
● httpd.service loaded failed failed  Web
  cron.service  loaded active running Cron
  x.socket      loaded active running X

3 loaded units listed.
`;
  const recorded = {
    '/bin/systemctl status --all': all,
    '/bin/systemctl list-units': listed,
    '/bin/systemctl list-unit-files':
      'cron.service enabled enabled\nhttpd.service disabled disabled\nat.service disabled enabled\nufw.service masked enabled\ngetty@.service enabled enabled\n',
    "/bin/systemctl show '*.service'": 'Id=cron.service\nRestart=no\n\nId=httpd.service\nRestart=always\n',
  };

  test.each([
    [
      'systemctl status cron',
      0,
      '● cron.service - Cron\n     Loaded: loaded\n     Active: active (running) since Tue\n',
    ],
    [
      'systemctl status httpd.service',
      3,
      '● httpd.service - Web\n     Active: failed (Result: exit-code)\n\nJun 03 web01 httpd[1]: no\n',
    ],
    ['systemctl status none', 4, 'Unit none.service could not be found.\n'],
    [
      'systemctl status at ufw getty@tty9',
      3,
      [
        'at.service\n     Loaded: loaded (disabled)',
        'ufw.service\n     Loaded: masked',
        'getty@tty9.service\n     Loaded: loaded (enabled)',
      ]
        .map((start) => `* ${start}\n     Active: inactive (dead)\n`)
        .join('\n'),
    ],
    [
      'systemctl --failed',
      0,
      '  UNIT          LOAD   ACTIVE SUB     DESCRIPTION\n● httpd.service loaded failed failed  Web\n\n1 loaded units listed.\n',
    ],
    ['systemctl list-units -t socket', 0, expect.stringContaining('x.socket')],
    ['systemctl is-active cron httpd', 0, 'active\nfailed\n'],
    ['systemctl is-failed cron', 1, 'active\n'],
    ['systemctl is-enabled httpd', 1, 'disabled\n'],
    ['systemctl show httpd', 0, 'Id=httpd.service\nRestart=always\n'],
  ])('%s', async (line, status, out) => expect(await answer(line, recorded)).toMatchObject({ status, out }));

  test('does not say that a unit is missing if only loaded ones are known', async () => {
    const { '/bin/systemctl status --all': statuses } = recorded;
    const { out } = await answer('systemctl status at', { '/bin/systemctl status --all': statuses });
    expect(out).not.toContain('could not be found');
  });

  test('says why the archive has nothing', async () => {
    expect(await answer('systemctl status x', { '/bin/systemctl status --all': null })).toMatchObject({
      status: 127,
      problems:
        'systemctl: the archive has no output of systemctl status x: No bus of /bin/systemctl status --all; "commands systemctl" lists what it has',
    });
  });
});

test('journalctl -f shows the last lines, as it begins on a host', async () => {
  const lines = Array.from({ length: 12 }, (_, n) => `2026-01-02T07:00:${10 + n}+0000 web01 app[1]: ${n}\n`);
  const recorded = { '/usr/bin/journalctl --no-pager -o short-iso': lines.join('') };
  const shown = async (line: string) => (await answer(line, recorded)).out;
  expect(await shown('journalctl -f')).toBe(lines.slice(2).join(''));
  expect(await shown('journalctl -f -n 1')).toBe(lines[11]);
});

describe('journalctl', () => {
  const at = (text: string): string => `2026-01-02T07:00:00+0000 web01 ${text}`;
  const recorded = {
    '/usr/bin/journalctl --no-pager -o short-iso -u ssh.service': `${at('sshd[1]: hello')}\n${at('sshd[1]: error: bad')}\n    more\n${at('systemd[1]: Started ssh.service')}\n`,
    '/usr/bin/journalctl --no-pager -o short-iso -p err': `${at('sshd[1]: error: bad')}\n    more\n${at('web[2]: broken')}\n${at('systemd[1]: Failed to start web.service - The shop')}\n`,
    '/usr/bin/journalctl --no-pager -o short-iso -u shop.service -b': `${at('sh[4]: app: cannot open the file')}\n`,
    '/usr/bin/journalctl --no-pager -o short-iso -b -1': `${at('kernel: before')}\n`,
    '/usr/bin/journalctl --no-pager -o short-iso -b': `${at('kernel: up')}\n${at('sshd[1]: error: bad')}\n    more\n${at('cron[3]: run')}\n`,
  };
  test.each([
    ['journalctl -u ssh -p err', `${at('sshd[1]: error: bad')}\n    more\n`, undefined],
    ['journalctl -p 3 -b --no-pager', `${at('sshd[1]: error: bad')}\n    more\n`, undefined],
    ['journalctl -xeu ssh.service -n 1', `${at('systemd[1]: Started ssh.service')}\n`, undefined],
    ['journalctl -k', `${at('kernel: up')}\n`, undefined],
    ['journalctl -k -p err', '-- No entries --\n', undefined],
    ['dmesg -l err', '-- No entries --\n', undefined],
    ['journalctl -b -1', `${at('kernel: before')}\n`, undefined],
    ['journalctl -b -t cron', `${at('cron[3]: run')}\n`, undefined],
    ['journalctl -rb -n1', `${at('cron[3]: run')}\n`, undefined],
    [
      'journalctl -u web -p err',
      `${at('web[2]: broken')}\n${at('systemd[1]: Failed to start web.service - The shop')}\n`,
      'entries of programs named web, and of systemd about web.service',
    ],
    ['journalctl -u shop', `${at('sh[4]: app: cannot open the file')}\n`, 'entries of the last boot'],
    ['journalctl -u none -p err', '-- No entries --\n', 'entries of programs named none'],
  ])('%s', async (line, out, but) => {
    const got = await answer(line, recorded);
    expect(got).toMatchObject({ status: 0, out });
    if (but === undefined) expect(got.notes).not.toContain(';');
    else expect(got.notes).toContain(but);
  });

  test.each(['journalctl', 'journalctl --since today', 'journalctl -p warning', 'journalctl -k -p info'])(
    '%s is not guessed',
    async (line) => expect(await answer(line, recorded)).toMatchObject({ status: 127, out: '' }),
  );

  test('the whole of what a real host wrote in 24 hours', async () => {
    const line = '/usr/bin/journalctl --no-pager -o short-iso';
    const { status, out } = await answer('journalctl -n 1', await outputsOf('journal', 'debian-12', line));
    expect({ status, lines: out.split('\n').length }).toEqual({ status: 0, lines: 2 });
  });

  describe('of a boot that was not recorded by itself', () => {
    const id = (digit: string): string => digit.repeat(32);
    const entry = (day: number, text: string): string =>
      `2026-01-0${day}T0${day === 4 ? 5 : 7}:00:00+0000 web01 ${text}\n`;
    const boots = {
      '/usr/bin/journalctl -q --no-pager --list-boots': [1, 3, 5]
        .map(
          (day, at) =>
            ` ${at - 2} ${id(String(day))} Thu 2026-01-0${day} 07:00:00 UTC—Fri 2026-01-0${day + 1} 06:00:00 UTC\n`,
        )
        .join(''),
    };
    const recent = {
      '/usr/bin/journalctl --no-pager -o short-iso': `${entry(4, 'kernel: end')}    more\n-- Reboot --\n${entry(5, 'kernel: begin')}${entry(6, 'sshd[1]: late')}`,
    };
    const previous = { status: 0, out: `${entry(4, 'kernel: end')}    more\n` };

    test.each([
      ['journalctl -b -1', previous],
      ['journalctl --boot=-1', previous],
      [`journalctl -b ${id('3')}`, previous],
      ['journalctl -b 2', previous],
      ['journalctl -b', { status: 0, out: `${entry(5, 'kernel: begin')}${entry(6, 'sshd[1]: late')}` }],
      ['journalctl -rb0 -n 1', { status: 0, out: entry(6, 'sshd[1]: late') }],
      ['journalctl -u sshd -b', { status: 0, out: entry(6, 'sshd[1]: late') }],
    ])('%s is answered by the times of boots', async (line, expected) => {
      const got = await answer(line, { ...boots, ...recent });
      expect(got).toMatchObject({ ...expected, problems: '' });
      expect(got.notes).toMatch(/^derived from .* and .*--list-boots\); .*entries of boot .* by their times/);
    });

    test('has all boots if all were asked for', async () => {
      const { out } = await answer('journalctl -b all -n 9', { ...boots, ...recent });
      expect(out.split('\n')).toHaveLength(5);
    });

    test('says from when on the archive has it', async () => {
      const { notes } = await answer('journalctl -b -1', { ...boots, ...recent });
      expect(notes).toContain(
        'entries of boot -1, from 2026-01-03 07:00:00 to 2026-01-04 06:00:00, by their times; the archive has them from 2026-01-04 05:00:00 on',
      );
    });

    test.each([
      [
        'journalctl -b -2',
        'the archive does not have boot -2, from 2026-01-01 07:00:00 to 2026-01-02 06:00:00: these messages are from 2026-01-04 05:00:00 to 2026-01-06 07:00:00',
      ],
      ['journalctl -b -7', 'the journal of the host has no boot -7; it has: -2 to 0'],
      [`journalctl -b ${id('9')}`, `the journal of the host has no boot ${id('9')}; it has: -2 to 0`],
    ])('%s is answered by one sentence', async (line, sentence) =>
      expect(await answer(line, { ...boots, ...recent })).toMatchObject({
        status: 127,
        out: '',
        problems: `journalctl: ${sentence}`,
      }),
    );

    test('needs the list of boots', async () =>
      expect(await answer('journalctl -b -1', recent)).toMatchObject({
        status: 127,
        problems:
          'journalctl: boot -1 is not in the archive by itself, and its times are not known: the archive has no journalctl --list-boots',
      }));
  });

  test('says why the most similar command has nothing', async () => {
    const failed = Object.fromEntries(
      ['-b', '-p warning', '-u cron.service', '-p err'].map((words) => [
        `/usr/bin/journalctl ${words}`,
        null,
      ]),
    );
    expect(
      await answer('journalctl -n 5 -p err', { ...failed, '/usr/bin/journalctl -k -b': null }),
    ).toMatchObject({
      problems: expect.stringContaining(': No bus of /usr/bin/journalctl -p err; '),
    });
  });
});

describe('sysctl', () => {
  const recorded = {
    '/sbin/sysctl -a': 'fs.file-max = 9\nfs.file-nr = 1 0 9\nfs.inotify.max_user_watches = 8\n',
  };

  test.each([
    ['sysctl fs.file-nr', 'fs.file-nr = 1 0 9\n'],
    ['sysctl fs.inotify fs/file-max', 'fs.inotify.max_user_watches = 8\nfs.file-max = 9\n'],
    ['sysctl -n fs.file-nr', '1 0 9\n'],
  ])('%s', async (line, out) => {
    expect(await answer(line, recorded)).toMatchObject({
      status: 0,
      out,
      notes: 'derived from spec spec0 (/sbin/sysctl -a)',
    });
  });

  test.each(['sysctl fs.file', 'sysctl fs.file-nr vm.none', 'sysctl -w fs.file-nr=1'])(
    '%s is not answered',
    async (line) => {
      expect(await answer(line, recorded)).toMatchObject({ status: 127, out: '' });
    },
  );
});

test('dpkg -l, from what a real Debian printed', async () => {
  const fields =
    'db:Status-Abbrev Package Architecture Version source:Package source:Version Installed-Size db-fsys:Last-Modified';
  const format = fields
    .split(' ')
    .map((field) => `\${${field}}`)
    .join('\\t');
  const line = `/usr/bin/dpkg-query -W -f='${format}\\n'`;
  const recorded = await outputsOf('debian', 'debian-12', line);
  const { out, notes } = await answer("dpkg -l 'ap*'", recorded);
  expect(out).toMatch(
    /^Desired=Unknown\/Install\/Remove\/Purge\/Hold\n(?:\|.*\n){3}ii +apt +2\.6\.1 +amd64\n$/,
  );
  expect(notes).toMatch(/; without descriptions$/);
  expect((await answer('dpkg -l', recorded)).out).toMatch(/\nrc +mlocate +1\.1\.18-1 +all\n$/);
  expect(await answer('dpkg -l nothing', recorded)).toMatchObject({ status: 1 });
});

test('rpm -qa and rpm -q', async () => {
  const row = (name: string): string =>
    `{"name":"${name}","epoch":"(none)","version":"1.2","release":"3.el9","arch":"x86_64","installtime":""}\n`;
  const recorded = { '/bin/rpm -qa --qf \'{"name":…}\'': row('bash') + row('bash-doc') };
  expect((await answer('rpm -qa', recorded)).out).toBe('bash-1.2-3.el9.x86_64\nbash-doc-1.2-3.el9.x86_64\n');
  expect((await answer("rpm -qa '*-doc'", recorded)).out).toBe('bash-doc-1.2-3.el9.x86_64\n');
  expect(await answer('rpm -q bash zsh', recorded)).toMatchObject({
    status: 1,
    out: 'bash-1.2-3.el9.x86_64\npackage zsh is not installed\n',
  });
});

test('last, lsblk, mount, top and uptime', async () => {
  const logins = `anna     pts/0        192.0.2.7   Mon Jun  2 10:00:00 2025   still logged in
reboot   system boot  6.1.0       Mon Jun  2 09:00:00 2025   still running
shutdown system down  6.1.0       Mon Jun  2 08:00:00 2025 - Mon Jun  2 09:00:00 2025

wtmp begins Mon Jun  2 08:00:00 2025
`;
  const wtmp = { '/usr/bin/last -F -w -x -n 1000': logins };
  expect((await answer('last', wtmp)).out.split('\n').map((line) => line.split(' ')[0])).toEqual([
    'anna',
    'reboot',
    '',
    'wtmp',
    '',
  ]);
  expect((await answer('last -1 reboot', wtmp)).out).toMatch(/^reboot .*\n\nwtmp begins /);

  const json = JSON.stringify({
    blockdevices: [
      {
        name: 'sda',
        'maj:min': '8:0',
        rm: false,
        size: '10G',
        ro: false,
        type: 'disk',
        mountpoints: [null],
        children: [
          { name: 'sda1', size: '1G', type: 'part', fstype: 'ext4', mountpoints: ['/'] },
          { name: 'sda2', size: '9G', type: 'part', mountpoints: [null] },
        ],
      },
    ],
  });
  expect(
    (await answer('lsblk -o name,size,mountpoints', { '/usr/bin/lsblk --json --output-all': json })).out,
  ).toBe('NAME   SIZE MOUNTPOINTS\nsda     10G\n├─sda1   1G /\n└─sda2   9G\n');
  expect((await answer('mount -t ext4', storage)).out).toBe('/dev/vda on / type ext4 (rw,relatime)\n');
  const screen = {
    '/usr/bin/top -b -n 1 -w 512':
      'top - 14:49:35 up 28 min,  0 user,  load average: 0.17, 4.22, 5.17\nTasks: 1\n',
  };
  expect((await answer('uptime', screen)).out).toBe(
    ' 14:49:35 up 28 min,  0 user,  load average: 0.17, 4.22, 5.17\n',
  );
  expect((await answer('top -bn1 | tail -n 1', screen)).out).toBe('Tasks: 1\n');
});

test('a recorded line wins, and what is quiet says nothing', async () => {
  const recorded = { ...storage, '/bin/df -h': 'RECORDED\n' };
  expect(await answer('df -h', recorded)).toMatchObject({
    out: 'RECORDED\n',
    notes: 'answered by /bin/df -h',
  });
  expect((await answer('df -m 2>/dev/null', storage)).notes).toBe('');
});

describe('accounts', () => {
  const files = {
    '/etc/passwd': 'root:x:0:0:root:/root:/bin/bash\nanna:x:1000:100:Anna:/home/anna:/bin/sh\nbroken\n',
    '/etc/group': 'root:x:0:\nusers:x:100:\nadm:x:4:bob,anna\nanna:x:1000:anna\n',
  };

  test.each([
    ['id anna', 'uid=1000(anna) gid=100(users) groups=100(users),4(adm),1000(anna)\n'],
    ['id -u anna', '1000\n'],
    ['id -nu 1000', 'anna\n'],
    ['id -gn anna', 'users\n'],
    ['id -Gn anna', 'users adm anna\n'],
    ['getent passwd 1000', 'anna:x:1000:100:Anna:/home/anna:/bin/sh\n'],
    ['getent group adm users', 'adm:x:4:bob,anna\nusers:x:100:\n'],
  ])('%s', async (line, out) => {
    expect(await answer(line, files)).toMatchObject({ status: 0, out, problems: '' });
  });

  test.each([
    ['id eve', 1, 'id: ‘eve’: no such user\n'],
    ['getent passwd root eve', 2, 'root:x:0:0:root:/root:/bin/bash\n'],
    ['id', 127, ''],
    ['id -n anna', 127, ''],
    ['getent hosts anna', 127, ''],
  ])('%s fails with %i', async (line, status, out) => {
    expect(await answer(line, files)).toMatchObject({ status, out });
  });
});

describe('parts of a list of all', () => {
  const files = `COMMAND  PID TID TASKCMD USER FD   TYPE DEVICE SIZE/OFF NODE NAME
systemd    1             root cwd  DIR   8,1      4096    2 /
sshd     812             root 3u   IPv4 19822      0t0  TCP *:22 (LISTEN)
sh      1812             anna cwd  DIR   8,1      4096    3 /home/anna
`;
  const structures = `# dmidecode 3.4

Handle 0x0000, DMI type 0, 24 bytes
BIOS Information

Handle 0x1100, DMI type 17, 40 bytes
Memory Device
\tSize: 8 GB
`;
  const recorded = {
    '/usr/bin/lsof': files,
    '/usr/sbin/dmidecode': structures,
    '/proc/cpuinfo': 'processor\t: 0\n\nprocessor\t: 1\n',
    '/bin/du -s -k /var/log': '10240\t/var/log\n',
    '/bin/du -s -k /tmp': '40\t/tmp\n',
    '/usr/bin/du -x -k --max-depth=2 /srv': '1000\t/srv/www/a\n2000\t/srv/www\n9\t/srv/www2\n5000\t/srv\n',
    "/usr/bin/dpkg-query -W '-f=x'": 'hi \tbash\tamd64\t5.2\nii \tzsh\tamd64\t5.9\n',
    '/sbin/ip -4 neighbor show nud all': '192.0.2.1 dev eth0 lladdr 02:00:00:00:00:01 REACHABLE\n',
    '/sbin/ip -6 neighbor show nud all': 'ff02::1 dev eth0 lladdr 33:33:00:00:00:01 NOARP\n',
    '/usr/bin/passwd -S -a': 'root L 2026-01-01\nrooter P 2026-01-01\n',
    '/usr/bin/lastb -F -w -n 500 root anna': 'root ssh:notty 192.0.2.9\nanna ssh:notty 192.0.2.9\n',
    '/proc/mounts': '/dev/sda1 / ext4 rw,noatime 0 0\nnas:/home /home nfs4 ro,soft 0 0\n',
    '/sbin/ip -s -d link':
      '1: lo: <UP> mtu 1 state UNKNOWN\n    RX: 7\n2: eth0: <UP> mtu 2 state UP\n    RX: 9\n',
    '/sbin/ip addr': '2: eth0: <UP> mtu 2 state UP\n    inet 192.0.2.1/24 scope global eth0\n',
    '/sbin/pvs --nameprefixes': `  LVM2_PV_NAME='/dev/sda3'|LVM2_PV_FMT='lvm2'|LVM2_PV_ATTR='a--'|LVM2_PV_SIZE='9.00g'|LVM2_PV_FREE='0 '|LVM2_VG_NAME='data'
  LVM2_PV_NAME='/dev/sda1'|LVM2_PV_FMT=''|LVM2_PV_ATTR='---'|LVM2_PV_SIZE='0 '|LVM2_PV_FREE='0 '|LVM2_VG_NAME=''
`,
    '/sbin/lvs --nameprefixes': `  LVM2_LV_NAME='home'|LVM2_LV_SIZE='5.00g'|LVM2_VG_NAME='data'|LVM2_DEVICES='/dev/sda3(0)'
  LVM2_LV_NAME='[spare]'|LVM2_LV_SIZE='1.00g'|LVM2_VG_NAME='data'|LVM2_DEVICES='/dev/sda3(9)'
`,
    '/usr/bin/ps -eo pid,ppid,user:32,stat,lstart,etimes,pcpu,pmem,rss,wchan:32,cgroup:80,args -ww': `    PID    PPID USER STAT                  STARTED ELAPSED %CPU %MEM   RSS WCHAN CGROUP COMMAND
      9       1 root Ss   Thu Nov 26 08:06:00 2026      50 10.0  1.0  1000 -     0::/a  /bin/a b  c
     12       1 anna D+   Thu Nov  6 08:06:00 2026     500  9.5  1.0  1000 io_x  0::/a  [dd]
`,
  };

  test.each([
    ['lsof -p 812 | wc -l', '2\n'],
    ['lsof -i | grep -c LISTEN', '1\n'],
    ['lsof -u anna | tail -n 1', 'sh      1812             anna cwd  DIR   8,1      4096    3 /home/anna\n'],
    ['dmidecode -t memory | tail -n 2', 'Memory Device\n\tSize: 8 GB\n'],
    ['dmidecode --type=0,3 | wc -l', '3\n'],
    ['nproc', '2\n'],
    ['du -sh /var/log /tmp', '10M\t/var/log\n40K\t/tmp\n'],
    ['du -xk --max-depth=1 /srv', '2000\t/srv/www\n9\t/srv/www2\n5000\t/srv\n'],
    ['du -k -d 1 /srv/www', '1000\t/srv/www/a\n2000\t/srv/www\n'],
    ['du -sk /srv/www/a', '1000\t/srv/www/a\n'],
    ['apt-mark showhold', 'bash\n'],
    ['ip n', '192.0.2.1 dev eth0 lladdr 02:00:00:00:00:01 REACHABLE\n'],
    ['ip -s link show dev eth0', '2: eth0: <UP> mtu 2 state UP\n    RX: 9\n'],
    ['passwd --status root', 'root L 2026-01-01\n'],
    ['passwd -S other', "passwd: user 'other' does not exist\n"],
    ['findmnt -n -O ro', '/home nas:/home nfs4 ro,soft\n'],
    ['findmnt -n -t ext4,xfs', '/ /dev/sda1 ext4 rw,noatime\n'],
    ['pvs', 'PV        VG   Fmt  Attr PSize PFree\n/dev/sda3 data lvm2 a--  9.00g    0\n'],
    ['pvs -a | wc -l', '3\n'],
    ['lvs -o lv_name,devices', 'LV   devices\nhome /dev/sda3(0)\n'],
    ['lvs -a -o +devices | wc -l', '3\n'],
    ['ps -eo stat,pid,args --sort=-pcpu', 'STAT PID COMMAND\nSs     9 /bin/a b  c\nD+    12 [dd]\n'],
    ['ps -Ao s,cmd --sort=etimes,pid | tail -n 1', 'D [dd]\n'],
  ])('%s', async (line, out) => {
    expect(await answer(line, recorded)).toMatchObject({ out, problems: '' });
  });

  test.each([
    'dmidecode -t fan',
    'du -sh /home',
    'du -xh --max-depth=2 /srv/www',
    'du -h /srv',
    'apt-mark showauto',
    'lsof -t',
    'ip -s address',
    'findmnt /home',
    'pvs /dev/sda3',
    'lvs -o +lv_tags',
    'vgs',
    'ps -eo nice',
    'ps -o pid',
    'passwd root',
  ])('%s is not answered', async (line) => {
    expect(await answer(line, recorded)).toMatchObject({ status: 127, out: '' });
  });
});

describe('the kernel, the distribution and the boot', () => {
  const recorded = {
    '/usr/bin/uname -a': 'Linux web01 6.1.0-37-amd64 #1 SMP Debian 6.1.140-1 x86_64 GNU/Linux\n',
    '/bin/dmesg': '[    0.000000] Linux version 6.1\n[86400.5] out of memory\n  Tainted\n',
    '/proc/stat': 'cpu  1 2\nbtime 1767225600\n',
    '/etc/os-release': 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\n',
    '/usr/bin/lastb -F -w -n 500 root':
      'root     ssh:notty    192.0.2.7   Mon Jun  2 10:00:00 2025\n\nbtmp begins Mon Jun  2 10:00:00 2025\n',
  };
  test.each([
    ['uname', 'Linux'],
    ['uname -r', '6.1.0-37-amd64'],
    ['uname -mns', 'Linux web01 x86_64'],
    ['uname -v', '#1 SMP Debian 6.1.140-1'],
    ['uname -o --kernel-name', 'Linux GNU/Linux'],
    ['lsb_release -a', 'Description:\tDebian GNU/Linux 12 (bookworm)\nRelease:\t12\nCodename:\tn/a'],
    ['lsb_release -rs', '12'],
    ['uptime -s', '2026-01-01 00:00:00'],
    [
      'dmesg -T',
      '[Thu Jan  1 00:00:00 2026] Linux version 6.1\n[Fri Jan  2 00:00:00 2026] out of memory\n  Tainted',
    ],
    ['lastb -n 1 | head -n 1 | wc -l', '1'],
  ])('%s', async (line, out) => {
    expect(await answer(line, recorded)).toMatchObject({ status: 0, out: `${out}\n`, problems: '' });
  });

  test('a processor and a platform that are known, as on RHEL, are not part of the version', async () => {
    const rhel = { '/usr/bin/uname -a': 'Linux h 5.14 #1 SMP Mon x86_64 x86_64 x86_64 GNU/Linux\n' };
    expect((await answer('uname -vm', rhel)).out).toBe('#1 SMP Mon x86_64\n');
  });

  test.each(['uname -p', 'uname x', 'lsb_release', 'lsb_release -i', 'dmesg -w', 'uptime -p'])(
    '%s is not answered',
    async (line) => {
      expect(await answer(line, recorded)).toMatchObject({ status: 127, out: '' });
    },
  );
});

describe('route and netstat', () => {
  const recorded = {
    '/sbin/ip route show table all': `default via 192.0.2.1 dev v0 metric 100\u0020
blackhole 10.0.0.0/8\u0020
unreachable 10.9.0.0/16\u0020
192.0.2.0/24 dev v0 proto kernel scope link src 192.0.2.10\u0020
203.0.113.9 via 192.0.2.2 dev v0\u0020
203.0.113.64/26\u0020
\tnexthop via 192.0.2.3 dev v0 weight 1\u0020
\tnexthop via 198.51.100.5 dev v1 weight 1\u0020
local 127.0.0.1 dev lo table local proto kernel scope host src 127.0.0.1\u0020
fe80::/64 dev v1 proto kernel metric 256 pref medium
`,
    '/bin/netstat -neopa': `Active Internet connections (servers and established)
Proto Recv-Q Send-Q Local Address  Foreign Address State  User  Inode PID/Program name Timer
tcp   0 0 127.0.0.1:8081   0.0.0.0:*        LISTEN      0 1 7/python3 off (0.00/0/0)
tcp   0 0 127.0.0.1:36596  127.0.0.1:8081   ESTABLISHED 0 2 7/python3 off (0.00/0/0)
tcp6  0 0 ::1:8082         :::*             LISTEN      0 3 7/python3 off (0.00/0/0)
udp   0 0 192.0.2.10:5353  0.0.0.0:*                    0 4 7/python3 off (0.00/0/0)
udp   0 0 192.0.2.10:45183 192.0.2.10:5353  ESTABLISHED 0 5 7/python3 off (0.00/0/0)
Active UNIX domain sockets (servers and established)
unix  3 [ ] STREAM CONNECTED 6 7/python3
`,
  };
  const portsOf = async (line: string) =>
    (await answer(line, recorded)).out.match(/(?<=^(?:tcp6?|udp)(?: +\d+){2} \S*:)\d+(?= )/gm) ?? [];

  test('routes are those that route -n printed on the same host', async () => {
    const { out } = await answer('route -n', recorded);
    const rows = out.split('\n').map((line) => line.split(/ +/).filter((_, at) => at !== 5 && at !== 6));
    expect(rows.slice(2, -1)).toEqual([
      ['0.0.0.0', '192.0.2.1', '0.0.0.0', 'UG', '100', 'v0'],
      ['10.0.0.0', '0.0.0.0', '255.0.0.0', 'U', '0', '*'],
      ['10.9.0.0', '-', '255.255.0.0', '!', '0', '-'],
      ['192.0.2.0', '0.0.0.0', '255.255.255.0', 'U', '0', 'v0'],
      ['203.0.113.9', '192.0.2.2', '255.255.255.255', 'UGH', '0', 'v0'],
      ['203.0.113.64', '192.0.2.3', '255.255.255.192', 'UG', '0', 'v0'],
      ['203.0.113.64', '198.51.100.5', '255.255.255.192', 'UG', '0', 'v1'],
    ]);
    expect((await answer('netstat -rn', recorded)).out).toBe(out);
  });

  test.each([
    ['netstat -tulnp', ['8081', '8082', '5353']],
    ['netstat -tln4', ['8081']],
    ['netstat -tn', ['36596']],
    ['netstat -uan', ['5353', '45183']],
  ])('%s', async (line, ports) => expect(await portsOf(line)).toEqual(ports));

  test('the netstat of BusyBox answers the same', async () => {
    const rows = `Proto Recv-Q Send-Q Local Address           Foreign Address         State       PID/Program name
tcp        0      0 0.0.0.0:22              0.0.0.0:*               LISTEN      2417/sshd [listener
udp        0      0 0.0.0.0:68              0.0.0.0:*                           310/udhcpc
`;
    const busybox = {
      '/bin/netstat -tuanp': `Active Internet connections (servers and established)\n${rows}`,
    };
    expect((await answer('netstat -tulpn', busybox)).out).toBe(rows);
  });

  test.each(['netstat -s', 'netstat -x', 'netstat -r', 'route -n -6'])('%s is not answered', async (line) => {
    expect(await answer(line, recorded)).toMatchObject({ status: 127, out: '' });
  });
});

describe('the most similar command', () => {
  test('is one with more words, and the note names it', async () => {
    const recorded = { '/usr/bin/who -a': 'ALL\n', '/usr/bin/who -a -H': 'HEAD\n' };
    expect(await answer('who', recorded)).toEqual({
      status: 0,
      out: 'ALL\n',
      notes: 'answered by /usr/bin/who -a, the most similar command',
      problems: '',
    });
  });

  test('is one that failed only if no other has an output', async () => {
    const failed = { '/usr/bin/hostnamectl status': null };
    expect(await answer('hostnamectl', failed)).toMatchObject({
      status: 1,
      problems: 'hostnamectl: /bin/x exited with 1: No bus of /usr/bin/hostnamectl status. second line',
    });
    expect(
      await answer('hostnamectl', { ...failed, '/usr/bin/hostnamectl status -l': 'OK\n' }),
    ).toMatchObject({ status: 0, out: 'OK\n' });
  });

  test('is not one that failed if an output could be derived from it', async () => {
    const { problems } = await answer('systemctl', {
      '/bin/systemctl list-units --all': null,
      '/bin/systemctl status': 'S\n',
    });
    expect(problems).toContain('No bus of /bin/systemctl list-units');
  });
});
