import { readFileSync } from 'node:fs';
import { splitWords } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { runInProcess } from '../testing/in-process.js';
import { archiveOf } from '../testing/made-archive.js';

const at = (spec: string, command = '') => `${spec} insights_commands/${spec} ${command}`.trimEnd();
const failedUnit = {
  [at('systemctl_list_units')]:
    '  UNIT LOAD ACTIVE SUB DESCRIPTION\n● app.service loaded failed failed The application\n',
};
const noSpace = {
  [at('journal_recent')]: '2026-01-01T00:00:00+0000 web01 app[7]: write: No space left on device\n',
};
const busy = {
  [at('uptime')]: ' 10:15:00 up 1 day,  2:15,  1 user,  load average: 9.12, 7.50, 3.01\n',
  [at('cpuinfo')]: 'processor\t: 0\n',
  [at('os_release')]: 'ID=debian\nVERSION_ID="12"\n',
};

/** What a host in trouble shows, the cause, and what only follows from it. */
const troubles: readonly (readonly [
  name: string,
  items: Readonly<Record<string, string>>,
  cause: string,
  consequences: readonly string[],
])[] = [
  [
    'all inodes are used',
    {
      ...failedUnit,
      ...noSpace,
      ...busy,
      [at('df__li', '/bin/df -li -x autofs')]:
        'Filesystem Inodes IUsed IFree IUse% Mounted on\n/dev/sda2 655360 655360 0 100% /\n',
      [at('df__alP', '/bin/df -alP -x autofs')]:
        'Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/sda2 100 40 60 40% /\n',
    },
    '100 % of the inodes of / are used',
    ['app.service failed', 'Programs ran out of disk space; messages: 1'],
  ],
  [
    'memory ran out',
    {
      ...failedUnit,
      ...busy,
      [at('dmesg')]: '[ 1200.2] Out of memory: Killed process 2100 (app) total-vm:9800000kB\n',
      [at('systemctl_show_all_services')]: 'Id=app.service\nNRestarts=7\nResult=oom-kill\n',
      [at('ps_aux', '/bin/ps aux')]:
        'USER PID %CPU %MEM VSZ RSS TTY STAT START TIME COMMAND\nroot 1 0.0 0.1 172000 14000 ? Ss Jun03 0:04 /sbin/init\napp 2417 3.0 91.5 9700000 7520000 ? Ssl 00:07 0:09 /usr/bin/app --cache-size=none\n',
    },
    'The kernel killed app because memory ran out',
    [
      'app.service failed',
      'app.service was killed because memory ran out',
      'systemd restarted app.service 7 times',
    ],
  ],
  [
    'a unit fails after an update that broke off',
    {
      ...failedUnit,
      ...busy,
      [at('dpkg_packages')]: 'iF \tapp\tamd64\t2.0\tapp\t2.0\t100\t0\nii \tbash\tamd64\t5\tbash\t5\t1\t0\n',
      [at('dpkg_audit', '/usr/bin/dpkg --audit')]:
        'The following packages are only half configured, probably due to problems\nconfiguring them the first time.\n app The application\n',
    },
    'The package app is half-configured',
    ['app.service failed'],
  ],
  [
    'a link is down',
    {
      ...busy,
      [at('ethtool', '/sbin/ethtool eno1')]: 'Settings for eno1:\n\tSpeed: Unknown!\n\tLink detected: no\n',
      [at('ip_addr')]:
        '2: eno1: <NO-CARRIER,BROADCAST,MULTICAST,UP> mtu 1500 qdisc mq state DOWN\n    inet 192.0.2.10/24 scope global eno1\n',
      [at('journal_recent')]:
        '2026-01-01T00:00:00+0000 web01 app[7]: db1: Temporary failure in name resolution\n'.repeat(3),
      [at('chronyc_sources')]: '^? ntp1.example.org 0 8 0 - +0ns\n',
    },
    'No network card has a link',
    ['Names could not be resolved 3 times in a day', 'No time server can be used'],
  ],
  [
    'a certificate expired',
    {
      ...busy,
      [at(
        'host_cert_dates',
        '/usr/bin/openssl x509 -in /etc/ssl/web01.pem -noout -subject -issuer -serial -dates',
      )]:
        'subject=CN = web01.example.org\nissuer=CN = Example CA\nserial=0A\nnotBefore=Nov 30 08:00:00 2024 GMT\nnotAfter=Dec  3 08:00:00 2025 GMT\n',
    },
    'The certificate /etc/ssl/web01.pem expired on 2025-12-03 08:00:00 UTC',
    [],
  ],
  [
    'an array lost a disk',
    {
      ...busy,
      [at('dmesg')]:
        '[ 2001.0] blk_update_request: I/O error, dev sda, sector 12346 op 0x0:(READ)\n[ 2001.1] md/raid1:md0: Disk failure on sda1, disabling device.\n',
      [at('mdadm_D', '/usr/sbin/mdadm -D /dev/md0')]:
        '/dev/md0:\n             State : clean, degraded\n    Number   Major   Minor   RaidDevice State\n       0       8        1        -      faulty   /dev/sda1\n',
      [at('mdstat')]:
        'Personalities : [raid1]\nmd0 : active raid1 sdb1[1] sda1[0](F)\n      1046528 blocks super 1.2 [2/1] [_U]\n\nunused devices: <none>\n',
    },
    'Reading or writing a disk failed: sda',
    ['RAID array md0 has lost 1 of its members', 'The member sda1 of RAID array md0 has failed'],
  ],
];

test.each(troubles)('if %s, the first screen begins with it', async (_name, items, cause, consequences) => {
  const archive = archiveOf(items, { started: Date.UTC(2026, 0, 1, 0, 10) });
  const { status, stdout } = await runInProcess(['summary', archive]);
  expect(status).toBe(0);
  const [first = '', ...lines] = stdout.split('\n');
  expect(first).toBe(`error    ${cause}`);
  for (const each of consequences)
    expect(lines.find((line) => line.replace(/ \(last: .*\)$/, '').endsWith(each))).toMatch(
      /^ {2}(?:error|warning) {2,}/,
    );
});

test('only a unit whose log says so stands below a full file system', async () => {
  const archive = archiveOf({
    [at('systemctl_list_units')]:
      '  UNIT LOAD ACTIVE SUB DESCRIPTION\n● app.service loaded failed failed A\n● db.service loaded failed failed B\n',
    [at('df__alP', '/bin/df -alP -x autofs')]:
      'Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/sda2 100 100 0 100% /\n',
    [at('journal_failed_unit', '/usr/bin/journalctl --no-pager -o short-iso -u db.service -b')]:
      '2026-01-01T00:00:00+0000 web01 postgres[7]: could not write: No space left on device\n',
  });
  const { stdout } = await runInProcess(['check', archive]);
  expect(stdout.replace(/\n +/g, ' ')).toContain(
    'Perhaps because programs fail that cannot write to a full file system; this fits 1 of 2: db.service failed',
  );
});

test('a unit that failed says when', async () => {
  const archive = archiveOf({
    ...failedUnit,
    [at('proc_stat')]: 'btime 1767225600\n',
    [at('systemctl_show_all_services')]:
      'Id=app.service\nActiveState=failed\nInactiveEnterTimestampMonotonic=61000000\n',
  });
  expect((await runInProcess(['check', archive])).stdout).toContain(
    'error    app.service failed (last: 2026-01-01 00:01:01 UTC)\n',
  );
});

test.each([
  ['memory ran out just before it', 60, 61, true],
  ['the clocks of two logs differ a little', 62, 61, true],
  ['memory ran out only after it', 1200, 61, false],
  ['memory ran out days before it', 60, 200_000, false],
])(
  'a unit that failed stands below the lack of memory if that can explain it: %s',
  async (_, killed, failed, below) => {
    const archive = archiveOf({
      ...failedUnit,
      [at('proc_stat')]: 'btime 1767225600\n',
      [at('dmesg')]: `[ ${killed}.000000] Out of memory: Killed process 2100 (app) total-vm:9800000kB\n`,
      [at('systemctl_show_all_services')]:
        `Id=app.service\nActiveState=failed\nInactiveEnterTimestampMonotonic=${failed}000000\n`,
    });
    const { stdout } = await runInProcess(['check', archive]);
    expect(stdout).toMatch(below ? /^ {2}error {2,}app\.service failed/m : /^error {2,}app\.service failed/m);
  },
);

const [, section = ''] = readFileSync(new URL('../../../docs/FINDINGS.md', import.meta.url), 'utf8').split(
  '## From a problem to its cause\n',
);
const steps = section
  .split('\n')
  .filter((line) => /^\| .*hostspec /.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))
  .map(
    ([name = '', ...cells]) =>
      [name, ...cells.map((cell) => cell.replaceAll('`', '').replaceAll('\\|', '|'))] as const,
  );

test('each trouble has its way to the cause in the documentation', () => {
  expect(steps.map(([name]) => name)).toEqual(troubles.map(([name]) => name));
});

test.each(steps)(
  'if %s, the first screen names the command that shows why',
  async (name, cause = '', command = '', why = '') => {
    const [, items = {}] = troubles.find(([trouble]) => trouble === name) ?? [];
    const archive = archiveOf(items, { started: Date.UTC(2026, 0, 1, 0, 10) });
    const screen = await runInProcess(['summary', archive]);
    expect(screen.stdout.split('\n')[0]).toContain(cause);
    expect(screen.stdout).toContain(
      command.replace(/^hostspec run \S+ |\s*host\.tar\.gz$/g, '').replaceAll("'", ''),
    );
    const words = splitWords(command).map((word) => (word === 'host.tar.gz' ? archive : word));
    expect((await runInProcess(words.slice(1))).stdout).toContain(why);
  },
);
