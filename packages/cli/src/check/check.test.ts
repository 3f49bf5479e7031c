import { readdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { directoryOf, hostspec, withoutNetwork } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';
import { archiveOf } from '../testing/made-archive.js';

const df = (percent: number, mount = '/') =>
  `Filesystem     1024-blocks      Used Available Capacity Mounted on\n/dev/sda2         71645184  68062925   3582259      ${percent}% ${mount}\n`;
const diskFails =
  '[ 2001.000000] blk_update_request: I/O error, dev sdb, sector 12346 op 0x0:(READ)\n[ 2002.000000] EXT4-fs error (device sdb1): ext4_find_entry:1658: inode #2: comm ls: reading directory lblock 0\n';
const check = (...args: string[]) => runInProcess(['check', ...args]);

test('causes come first, each with its values, what to do and where it stands', async () => {
  const { status, stdout, stderr } = await check(
    archiveOf({
      'df__alP insights_commands/df': df(97, '/srv/my \x1b[2Jfiles'),
      'dmesg insights_commands/dmesg': diskFails,
    }),
  );
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  expect(stdout).toMatch(
    /^error {4}Reading or writing a disk failed: .*\n(?: {9}.*\n)* {9}kernel\/io_errors {2}dmesg, line 1\n\n {2}error {4}A file system has an error: .*\n(?: {11}.*\n)* {11}Perhaps because .*\n(?: {11}.*\n)* {11}kernel\/file_system_errors {2}dmesg, line 2\n/,
  );
  expect(stdout).toContain(
    "error    /srv/my \\x1b[2Jfiles is 97 % full\n         3.4 GiB free of 68.3 GiB.\n         Find what is large: `du -xh --max-depth=2 '/srv/my \\x1b[2Jfiles' | sort -h | tail` (only on the host)\n         storage/file_system_full  df__alP, line 2\n",
  );
  expect(stdout).toMatch(/\n\d+ checks: 3 errors; \d+ found nothing; \d+ lack data \(.*\)\n$/);
});

test('what cannot be decided is named with its reason, and is not success', async () => {
  const { status, stdout } = await check(
    archiveOf({ 'df__alP insights_commands/df': df(30) }, { without: { mdstat: ['denied', 'not root'] } }),
  );
  expect(status).toBe(4);
  expect(stdout).toMatch(/^Not known\n/);
  expect(stdout).toMatch(/^ {2}storage\/raid_degraded\b.*: mdstat is denied: not root$/m);
  expect(stdout).toMatch(
    /^ {2}\w+\/\w+, .* and \d+ more \(--json has all\): none of \w+, \w+, \w+ and \d+ more was collected$/m,
  );
  expect(stdout).not.toContain('storage/file_system_full');
});

test.each([
  ['hardware/sensor_alarm', 0],
  ['hardware/memory_errors_counted', 4],
])('without content, the problem %s alone ends with %i: notices do not count', async (finding, expected) => {
  const { status, stdout } = await check(archiveOf({}), '--only-finding', finding);
  expect(stdout).toContain(finding);
  expect(status).toBe(expected);
});

test.each([
  ['a host', '/', false],
  ['a root that does not run', '/mnt/image', true],
])('a missing file of the kernel says that there is nothing of the kind on %s', async (_, root, isOpen) => {
  const { stdout } = await check(
    archiveOf({}, { root, without: { mdstat: ['absent', '/proc/mdstat: no such file or directory'] } }),
  );
  expect(/storage\/raid_degraded\b.*: mdstat is absent: \/proc\/mdstat: no such file/.test(stdout)).toBe(
    isOpen,
  );
});

test.each([
  ['deselected by --only', true],
  ['not reached: the run was interrupted', true],
  ['needs the network, and --offline is set', true],
  ['journal_recent collects these entries, because of the window --since -1h', true],
  ['on_aws: not on AWS', false],
])(
  'what a run left out is not known, and what a condition rules out is not there: %s',
  async (why, isOpen) => {
    const archive = archiveOf({}, { without: { mdstat: ['skipped', why] } });
    const { stdout } = await check(archive, '--only-finding', 'storage/raid_degraded');
    expect(stdout.includes('storage/raid_degraded: mdstat is skipped: ')).toBe(isOpen);
  },
);

test('a product that is not installed is in no trouble; what only a missing program would tell is not known', async () => {
  const without = Object.fromEntries(
    ['mail_queue', 'sensors'].map((spec) => [
      spec,
      ['absent', `command not found: /usr/bin/${spec}`] as const,
    ]),
  );
  const { stdout } = await check(archiveOf({}, { without }));
  expect(stdout).not.toContain('services/mail_waits');
  expect(stdout).toContain('hardware/sensor_alarm: sensors is absent: command not found: /usr/bin/sensors\n');
});

test.each([
  ['absent', 'command not found: /usr/sbin/getenforce', false],
  ['denied', 'not root', true],
] as const)('SELinux is not known if getenforce is %s (%s): %j', async (status, reason, isUnknown) => {
  const absent = ['absent', 'command not found: /usr/sbin/sestatus'] as const;
  const archive = archiveOf({}, { without: { sestatus: absent, getenforce: [status, reason] } });
  const { stdout } = await check(archive, '--only-finding', 'security/selinux_permissive');
  expect(stdout.includes('security/selinux_permissive')).toBe(isUnknown);
});

test('--severity and --skip-finding say what counts', async () => {
  const archive = archiveOf({ 'df__alP insights_commands/df': df(90) });
  expect((await check(archive)).status).toBe(1);
  const errors = await check('--severity', 'error', archive);
  expect(errors.status).toBe(4);
  expect(errors.stdout).not.toContain('is 90 % full');
  const skipped = await check('--skip-finding', 'storage/file_system_nearly_full', archive);
  expect(skipped.status).toBe(4);
  expect(skipped.stdout).toContain(
    'Not looked for: storage/file_system_nearly_full: named with --skip-finding\n',
  );
  expect(await check('--skip-finding', 'storage/raid_degrade', archive)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('did you mean storage/raid_degraded?'),
  });
});

test('--list has what is looked for', async () => {
  const all = JSON.parse((await check('--list', '--json')).stdout);
  const { checked } = JSON.parse((await check('--json', archiveOf({}))).stdout);
  expect(all).toHaveLength(checked);
  expect(all).toContainEqual({
    id: 'storage/raid_degraded',
    severity: 'error',
    title: expect.stringContaining('RAID'),
    link: expect.stringContaining('https://'),
  });
  const config = `${directoryOf({ 'config.yaml': 'finding-changes: { storage/raid_degraded: { severity: notice, reason: spare } }' })}/config.yaml`;
  const some = ['--only-finding', 'storage/*', '--skip-finding', 'storage/f*', '--config', config];
  const { stdout } = await check('--list', ...some);
  expect(stdout).toMatch(/^storage\/raid_degraded +notice +\S/m);
  expect(stdout).not.toContain('storage/file_system_full');
  expect(stdout).toMatch(/\n\n\d+ findings\n$/);
  expect((await check('--list', '--severity', 'error', ...some)).stdout).not.toContain('raid_degraded');
  for (const more of [
    ['a.tar.gz'],
    ['--sudo'],
    ['--host', 'web01'],
    ['--test', 'a.yaml'],
    ['--format', 'sarif'],
  ])
    expect(await check('--list', ...more)).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^hostspec: .*--list.*; give only one of them\n$/),
    });
});

test('a sos report is read where the catalog says that content is', async () => {
  const sos = directoryOf({
    'host/etc/sudoers': 'deploy ALL=(ALL) NOPASSWD: ALL\n',
    'host/proc/pressure/io': 'full avg10=30.00 avg60=25.12 avg300=8.00 total=7\n',
    'host/etc/os-release': 'ID=debian\nVERSION_ID="10"\nPRETTY_NAME="Debian GNU/Linux 10 (buster)"\n',
    'host/sos_commands/auditd/auditctl_-s': 'enabled 1\nlost 12\n',
  });
  const { stdout } = await check(`${sos}/host`);
  for (const title of [
    'All tasks waited for io for 25.12 % of the last minute',
    'Debian GNU/Linux 10 (buster) is no longer supported',
    'The audit log lost events: 12',
    'sudo asks deploy for no password',
  ])
    expect(stdout).toContain(title);
});

test('--json prints the data, one line for each of several archives', async () => {
  const archives = [df(97), df(30)].map((text) => archiveOf({ 'df__alP insights_commands/df': text }));
  const { status, stdout } = await check('--json', ...archives);
  expect(status).toBe(1);
  const [full, other] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(full).toMatchObject({
    archive: archives[0],
    kind: 'hostspec',
    found: [
      {
        id: 'storage/file_system_full',
        severity: 'error',
        count: 1,
        hits: [{ title: '/ is 97 % full', at: { spec: 'df__alP', path: 'insights_commands/df', line: 2 } }],
        link: expect.stringMatching(/^https:/),
      },
    ],
    checked: expect.any(Number),
  });
  expect(full.undecided).toContainEqual({
    id: 'storage/raid_degraded',
    severity: 'error',
    needs: [{ spec: 'mdstat', why: 'was not collected' }],
  });
  expect(other.found).toEqual([]);
});

test('a group of many rows is cut', async () => {
  const lines = Array.from(
    { length: 30 },
    (_, at) => `[ 1.0] app${at}[7]: segfault at 0 ip 0 sp 0 error 4\n`,
  );
  const { stdout } = await check(archiveOf({ 'dmesg insights_commands/dmesg': lines.join('') }));
  expect(stdout.match(/The program app\d+ crashed/g)).toHaveLength(5);
  expect(stdout).toContain('         and 25 more\n');
});

test('--format junit has a test for each finding, and --format sarif a place for each row', async () => {
  const archive = archiveOf({ 'df__alP insights_commands/df': df(97, '/srv/<a&b>') });
  const junit = await check('--format', 'junit', archive);
  expect(junit.status).toBe(1);
  expect(junit.stdout).toMatch(/<testsuite name="[^"]+" tests="\d+" failures="1" skipped="\d+" errors="0">/);
  expect(junit.stdout).toContain(
    '<testcase classname="storage" name="file_system_full">\n      <failure type="error" message="/srv/&lt;a&amp;b&gt; is 97 % full">',
  );
  expect(junit.stdout).toContain('<testcase classname="storage" name="file_system_nearly_full"/>');
  expect(junit.stdout).toContain(
    '<testcase classname="storage" name="raid_degraded">\n      <skipped message="mdstat was not collected"/>',
  );
  const { runs } = JSON.parse((await check('--format', 'sarif', archive)).stdout);
  expect(runs[0].tool.driver.rules).toMatchObject([{ id: 'storage/file_system_full' }]);
  expect(runs[0].results).toMatchObject([
    {
      ruleId: 'storage/file_system_full',
      level: 'error',
      locations: [
        { physicalLocation: { artifactLocation: { uri: 'insights_commands/df' }, region: { startLine: 2 } } },
      ],
    },
  ]);
});

test('--format junit and sarif are one document about several archives, also if one cannot be read', async () => {
  const cwd = directoryOf({ 'no.tar.gz': 'x' });
  const archives = [archiveOf({ 'df__alP insights_commands/df': df(97) }), archiveOf({}), `${cwd}/no.tar.gz`];
  const junit = await check('--format', 'junit', ...archives);
  expect(junit.status).toBe(1);
  const suites = [
    ...junit.stdout.matchAll(/<testsuite name="([^"]+)".* failures="(\d+)" .* errors="(\d+)"/g),
  ];
  expect(suites.map(([, ...each]) => each)).toEqual([
    [archives[0], '1', '0'],
    [archives[1], '0', '0'],
    [archives[2], '0', '1'],
  ]);
  expect(junit.stdout.match(/<\/?testsuites>/g)).toEqual(['<testsuites>', '</testsuites>']);
  expect(junit.stdout).toMatch(/<error message="[^"]*no\.tar\.gz[^"]*"\/>/);
  const { runs } = JSON.parse((await check('--format', 'sarif', ...archives)).stdout);
  expect(runs).toMatchObject([
    {
      automationDetails: { id: `hostspec/${archives[0]}/` },
      results: [{ ruleId: 'storage/file_system_full' }],
    },
    { invocations: [{ executionSuccessful: true }], results: [] },
    { invocations: [{ executionSuccessful: false }], results: [] },
  ]);
  const open = runs[1].invocations[0].toolExecutionNotifications;
  expect(open).toContainEqual(expect.objectContaining({ associatedRule: { id: 'storage/raid_degraded' } }));
  const lines = (await check('--json', ...archives)).stdout.trim().split('\n');
  expect(JSON.parse(lines[2] ?? '')).toMatchObject({
    archive: archives[2],
    error: { code: 'INVALID_ARCHIVE' },
  });
});

test.each([
  [['--host', 'web01', 'a.tar.gz'], '--host web01 cannot be combined with ARCHIVE a.tar.gz'],
  [['--sudo', 'a.tar.gz'], '--sudo cannot be combined with ARCHIVE a.tar.gz'],
  [['--limit', 'web', 'a.tar.gz'], '--limit web cannot be combined with ARCHIVE a.tar.gz'],
  [['--test', 'ours.yaml', 'a.tar.gz'], '--test cannot be combined with ARCHIVE a.tar.gz'],
  [['--test', 'ours.yaml', '--parallel', '2'], '--parallel 2 cannot be combined with --test'],
])('%j: what has no effect is refused', async (args, said) => {
  const { status, stdout, stderr } = await check(...args);
  expect({ status, stdout, stderr }).toEqual({
    ...{ status: 2, stdout: '' },
    stderr: `hostspec: ${said}; give only one of them\n`,
  });
});

describe('the configuration changes findings', () => {
  const id = 'storage/file_system_full';
  const changed = (text: string, ...args: string[]) => {
    const config = `${directoryOf({ 'config.yaml': text })}/config.yaml`;
    const archive = archiveOf({ 'df__alP insights_commands/df': df(97) });
    return runInProcess([...(args.length > 0 ? args : ['check']), '--config', config, archive]);
  };
  const skips = `finding-changes:\n  'storage/*': { skip: true, reason: a test <machine> }\n`;
  const lowers = `${skips}  ${id}: { severity: notice, reason: known }\n`;

  test('one that is skipped is shown with the reason', async () => {
    const { status, stdout } = await changed(skips);
    expect(status).toBe(4);
    expect(stdout).toContain(`Not looked for: ${id}: a test <machine>\n`);
    expect(stdout).toMatch(/; \d+ not looked for\n$/);
    expect(JSON.parse((await changed(skips, 'check', '--json')).stdout).skipped).toContainEqual({
      id,
      reason: 'a test <machine>',
    });
    expect((await changed(skips, 'check', '--format', 'junit')).stdout).toContain(
      'name="file_system_full">\n      <skipped message="a test &lt;machine&gt;"/>',
    );
    const { runs } = JSON.parse((await changed(skips, 'check', '--format', 'sarif')).stdout);
    expect(runs[0].invocations[0].toolConfigurationNotifications).toContainEqual({
      level: 'note',
      message: { text: `${id}: not looked for: a test <machine>` },
      associatedRule: { id },
    });
  });

  test('the last of several decisions counts, and its severity is shown with the reason', async () => {
    const { status, stdout } = await changed(lowers);
    expect(status).toBe(4);
    expect(stdout).toMatch(/^notice {3}\/ is 97 % full\n(?: {9}.*\n)* {9}Severity changed: known\n/);
    expect((await changed(lowers, 'check', '--format', 'junit')).stdout).toContain(
      'Severity changed: known<',
    );
    const { runs } = JSON.parse((await changed(lowers, 'check', '--format', 'sarif')).stdout);
    expect(runs[0].results).toMatchObject([{ ruleId: id, level: 'note' }]);
    expect(runs[0].invocations[0].toolConfigurationNotifications).toContainEqual(
      expect.objectContaining({ message: { text: `${id}: severity changed: known` } }),
    );
    const skipped = await changed(lowers, 'check', '--skip-finding', 'storage/*');
    expect(skipped.stdout).toContain(`Not looked for: ${id}: named with --skip-finding\n`);
  });

  test('also in a summary', async () => {
    const { stdout } = await changed(skips, 'summary');
    expect(stdout).not.toContain('is 97 % full');
    expect(stdout).toMatch(/; \d+ not looked for\n/);
  });

  test.each([
    ['x', '1:18: finding-changes is "x"; allowed: a mapping of ids'],
    [
      '{ storage/raid_degrade: 1 }',
      '1:20: unknown finding "storage/raid_degrade"; did you mean storage/raid_degraded?',
    ],
    [`{ ${id}: { severity: bad, reason: a } }`, 'severity is "bad"; allowed: error, warning, notice'],
    [`{ ${id}: { skip: no, reason: a } }`, 'skip is "no"; allowed: true'],
    [`{ ${id}: { skip: true } }`, `${id} has no reason; add one`],
    [`{ ${id}: { reason: a } }`, `${id} needs one of skip: true and severity`],
    [`{ ${id}: { skip: true, severity: error, reason: a } }`, `${id} needs one of skip: true and severity`],
    [`{ ${id}: { skp: true, reason: a } }`, 'unknown key "skp"; did you mean skip?\n'],
  ])('%j is refused with its place', async (value, message) => {
    const { status, stdout, stderr } = await changed(`finding-changes: ${value}\n`);
    expect({ status, stdout, stderr }).toEqual({
      ...{ status: 2, stdout: '' },
      stderr: expect.stringContaining(message),
    });
  });
});

test('without an archive, a host is collected and nothing is kept', () => {
  const scratch = temporaryDirectory();
  const { status, stdout, stderr } = hostspec(['check', '--json', '--only-finding', 'system/memory_*'], {
    before: withoutNetwork,
    env: { TMPDIR: scratch },
  });
  expect({ stderr, isKnown: [0, 1, 4].includes(status ?? -1) }).toEqual({ stderr: '', isKnown: true });
  expect(JSON.parse(stdout)).toMatchObject({ host: hostname(), kind: 'hostspec', checked: 1 });
  expect(readdirSync(scratch)).toEqual([]);
});

test('--hosts looks at each host of a list, and says which cannot be reached', () => {
  const scratch = temporaryDirectory();
  const hostvars = { web1: { ansible_connection: 'local' }, web2: { ansible_connection: 'telnet' } };
  const list = JSON.stringify({ _meta: { hostvars }, all: { hosts: Object.keys(hostvars) } });
  const cwd = directoryOf({ list });
  const args = ['check', '--hosts', '-', '--only-finding', 'system/memory_*', '--format', 'junit'];
  const { status, stdout, stderr } = hostspec(args, {
    cwd,
    before: [...withoutNetwork, 'sh', '-c', 'exec "$@" < list', 'sh'],
    env: { TMPDIR: scratch },
  });
  expect(status).toBe(1);
  expect(stdout).toMatch(/<testsuite name="web1" tests="\d+" .* errors="0">/);
  expect(stdout).toMatch(/<testsuite name="web2" .* errors="1">\n.*\n {6}<error message="[^"]*telnet/);
  expect(stderr).toMatch(/^hostspec: web2 was not checked: .*telnet.*$/m);
  expect(readdirSync(scratch)).toEqual([]);
});

test('the largest share of two numbers is the evidence, of one folder or of one file', async () => {
  const slice = (name: string, current: number, max: number | 'max') => ({
    [`cgroup_slice_limits sys/fs/cgroup/${name}.slice/pids.current`]: `${current}\n`,
    [`cgroup_slice_limits sys/fs/cgroup/${name}.slice/pids.max`]: `${max}\n`,
  });
  const sysctl = (count: number) =>
    `net.netfilter.nf_conntrack_count_of_x = 99\nnet.netfilter.nf_conntrack_count = ${count}\nnet.netfilter.nf_conntrack_max = 200\n`;
  const { stdout } = await check(
    archiveOf({
      ...{ ...slice('system', 90, 100), ...slice('user', 196, 200), ...slice('machine', 500, 'max') },
      'sysctl insights_commands/sysctl': sysctl(170),
    }),
  );
  expect(stdout).toMatch(
    /user\.slice runs 196 tasks, 98 % of its limit\n.*\n.*`systemctl status user\.slice` \(only on the host\)\n.*cgroup_slice_limits, line 1\n/,
  );
  expect(stdout).toMatch(
    /The table of connections is 85 % full\n +170 of 200 are used\..*\n.*\n.*kernel\/connections_nearly_full {2}sysctl, line 2\n/,
  );
  const few = await check(archiveOf({ 'sysctl insights_commands/sysctl': sysctl(9) }));
  expect(few.stdout).not.toContain('connections_nearly_full');
});

describe('findings of your own', () => {
  const finding = (name: string, rest = '') =>
    `findings:\n  ${name}:\n    title: '{mount} is large'\n    severity: notice\n    each: filesystem\n    when: { size: { gte: 1 GiB } }\n${rest}    tests:\n      - { rows: [{ mount: /a, size: 1 GiB }], finds: ['/a is large'] }\n      - { rows: [{ mount: /b, size: 1 }], finds: [] }\n`;
  const fileOf = (text: string, name = 'ours.yaml') => `${directoryOf({ [name]: text })}/${name}`;
  const archive = () => archiveOf({ 'df__alP insights_commands/df': df(30) });

  test('of a file and of a directory are looked for with the others', async () => {
    for (const path of [fileOf(finding('big')), directoryOf({ 'ours.yaml': finding('big') })]) {
      const { stdout } = await check('--findings', path, archive());
      expect(stdout).toMatch(/^notice {3}\/ is large\n {9}ours\/big {2}df__alP, line 2\n/);
    }
  });

  test('of the configuration are looked for too', async () => {
    const config = (path: string) => fileOf(`findings: [${path}]\n`, 'config.yaml');
    const { stdout } = await check('--config', config(fileOf(finding('big'))), archive());
    expect(stdout).toMatch(/^notice {3}\/ is large\n/);
    const { status, stderr } = await check('--config', config('ours.yaml'), archive());
    const page = `${temporaryDirectory()}/page.html`;
    await runInProcess(['report', '--config', config(fileOf(finding('big'))), '-o', page, archive()]);
    expect(readFileSync(page, 'utf8')).toContain('/ is large');
    const big = archiveOf({ 'df__alP insights_commands/df': df(30, '/new') });
    const { stdout: changes } = await runInProcess([
      'diff',
      '--findings',
      fileOf(finding('big')),
      archive(),
      big,
    ]);
    expect(changes).toContain('New problems\n  notice   /new is large\n');
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining(':1:12: setting findings is "ours.yaml"; allowed: absolute paths'),
    });
  });

  test('pass their tests, or are named with their place', async () => {
    expect(await check('--test', fileOf(finding('big')))).toEqual({
      ...{ status: 0, stderr: '' },
      stdout: '1 finding; 2 tests passed, 0 failed\n',
    });
    const path = fileOf(finding('big').replace('size: 1 }', 'size: 2 GiB }'));
    expect(await check('--test', path)).toEqual({
      ...{ status: 1, stderr: '' },
      stdout: `${path}:9:9: ours/big: expected [], found ["/b is large"]\n1 finding; 1 test passed, 1 failed\n`,
    });
    const untested = fileOf(`${finding('big').split('    tests:')[0]}`);
    expect((await check('--test', untested)).stdout).toBe(
      `${untested}:2:3: ours/big has no test that finds it\n1 finding; 0 tests passed, 1 failed\n`,
    );
  });

  test.each([
    [
      finding('big').replace('filesystem', 'filesystems'),
      ':5:11: unknown table "filesystems"; did you mean filesystem',
    ],
    [finding('big', '    because: [storage/none]\n'), ':7:15: unknown finding "storage/none"'],
    [
      finding('big').replace(/when:.*/, 'when: { lines: { spec: dmesgs, matches: x } }'),
      ':6:28: unknown spec "dmesgs"',
    ],
    [
      finding('big').replace(/when:.*/, 'when: { share: { spec: sysctl, of: b, part: a } }'),
      ':6:20: share needs a bound: eq, ne, lt, lte, gt, gte',
    ],
    [
      finding('big').replace(/when:.*/, 'when: { share: { spec: sysctl, of: b, gte: 9 } }'),
      ':6:20: share needs part: the name of a number, in a line or of a file',
    ],
    ['[1]', ':1:1: the file is [1]; allowed: a mapping with findings'],
    ['A'.repeat(200), `:1:1: the file is "${'A'.repeat(99)}…"; allowed: a mapping with findings`],
    ['', ':1:1: the file is empty; allowed: a mapping with findings'],
    ['{}', ':1:1: findings is missing; allowed: a mapping of findings'],
  ])('with a fault are refused: %j', async (text, message) => {
    const path = fileOf(text);
    const { status, stderr } = await check('--findings', path, archive());
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(`${path}${message}`) });
  });

  test('cannot take the name of another finding, nor have a file name that is no id', async () => {
    const taken = await check('--test', fileOf(finding('file_system_full'), 'storage.yaml'));
    expect(taken.stderr).toContain(
      ':2:3: another finding is named storage/file_system_full; rename this one, or its file',
    );
    expect((await check('--test', fileOf(finding('big'), 'Our own.yaml'))).stderr).toContain(
      'such as ours.yaml',
    );
    expect((await check('--test', fileOf(finding('big'), `${'A'.repeat(101)}.yaml`))).stderr).toContain(
      `would begin with "${'A'.repeat(99)}…"; name the file`,
    );
    expect((await check('--test', directoryOf({ x: '' }))).stderr).toContain('has 0 files with findings');
  });
});
