import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefaultSpecs } from '@hostspec/default-specs';
import { joinWords, type Outcome } from '@hostspec/spec';
import { itNeeds, needs } from '@hostspec/testing';
import { expect, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import type { Estimate } from '../plan/print-plan.js';
import { hostspec } from '../testing/cli.js';
import {
  alone,
  collected,
  copyOf,
  debianRoot,
  inside,
  lackingForRoots,
  serverPackages,
  withJournal,
} from '../testing/roots.js';

/** Steps that make the logs of a root as bad as they can be. */
function withBadLogs(root: string): readonly string[] {
  const log = `${root}/var/log`;
  const lines = (name: string, ...times: readonly string[]) =>
    `for time in ${times.join(' ')}; do date -d "$time" +"%FT%T%:z web1 app: at $time"; done > ${log}/${name}`;
  return [
    `mkdir -p ${log}/journal/damaged`,
    `cp ${root}/run/log/journal/*/system.journal ${log}/journal/damaged/`,
    `dd if=/dev/urandom of=${log}/journal/damaged/system.journal bs=4096 seek=1 count=64 conv=notrunc 2> /dev/null`,
    `head -c 4096 /dev/urandom > ${log}/journal/damaged/user-1000.journal`,
    `head -c 100M /dev/zero | tr '\\0' x | fold -w 500 | gzip -1 > ${log}/syslog.2.gz`,
    `head -c 100 ${log}/syslog.2.gz > ${log}/syslog.3.gz`,
    `yes 'no time here' | head -n 1000 > ${log}/kern.log`,
    lines('auth.log', '-5days', '-1min', '+300days', '-5days', '-2min'),
    `i=1; while test $i -le 1000; do echo "$i" > ${log}/dpkg.log.$i; i=$((i + 1)); done`,
  ];
}

/** Boots systemd in a copy of a root until it has started everything; returns a command that starts a shell there. */
function booted(root: string): string {
  const at = temporaryDirectory();
  const group = `hostspec-boot-${process.pid}`;
  const start = [
    `mount -t cgroup2 cgroup2 ${at}/root/sys/fs/cgroup`,
    // Only some variables: systemd takes settings from others. The clock is that of the machine.
    `exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin setpriv --bounding-set=-sys_time --inh-caps=-sys_time chroot ${at}/root /lib/systemd/systemd --show-status=no`,
  ];
  const [program = '', ...args] = alone([
    ...copyOf(root, at),
    `mkdir ${at}/root/dev/pts ${at}/root/dev/shm ${at}/cgroup`,
    `mount -t devpts -o newinstance,ptmxmode=0666 devpts ${at}/root/dev/pts`,
    `ln -s pts/ptmx ${at}/root/dev/ptmx`,
    `mount -t tmpfs -o mode=755 run ${at}/root/run`,
    `: > ${at}/root/etc/machine-id`,
    `mount -t cgroup2 cgroup2 ${at}/cgroup`,
    `mkdir ${at}/cgroup/${group}`,
    `echo $$ > ${at}/cgroup/${group}/cgroup.procs`,
    `exec unshare --cgroup sh -c ${joinWords([start.join(' && ')])}`,
  ]);
  const init = spawn(program, args, { stdio: 'ignore' });
  const sh = (script: string) => spawnSync('sh', ['-c', script], { encoding: 'utf8', timeout: 120_000 });
  onTestFinished(() => {
    init.kill('SIGKILL');
    const steps = [
      `mount -t cgroup2 cgroup2 ${at}`,
      `timeout 20 sh -c 'until find ${at}/${group} -depth -type d -exec rmdir {} +; do sleep 0.2; done 2> /dev/null'`,
    ];
    expect(sh(joinWords(['unshare', '--mount', 'sh', '-c', steps.join(' && ')]))).toMatchObject({
      status: 0,
    });
  });
  const enter = `nsenter --target $(cat /proc/${init.pid}/task/${init.pid}/children) --mount --uts --ipc --net --pid --cgroup --root --wd`;
  const isUp = `${enter} systemctl is-system-running --wait 2> /dev/null | grep -E 'running|degraded'`;
  expect(sh(`until ${isUp}; do sleep 0.2; done`).stdout).toMatch(/^(running|degraded)\n$/);
  return sh(`echo "${enter} sh"`).stdout.trim();
}

/** What was collected from a root, by the names of specs. */
function read(via: string, ...args: readonly string[]) {
  const { output, outcomes } = collected(via, ...args);
  const of = (name: string): Outcome | undefined => outcomes.find((outcome) => outcome.name === name);
  const contentOf = (name: string): string => {
    const path = of(name)?.items[0]?.path;
    return path === undefined ? '' : readFileSync(join(output, 'data', path), 'utf8');
  };
  return { output, outcomes, of, contentOf };
}

const isSpecified = ({ name }: Outcome) => name in DefaultSpecs;

/** The outcomes of specs beyond the specification that tell something. */
const giving = (outcomes: readonly Outcome[]) =>
  outcomes.filter(
    (outcome) => !isSpecified(outcome) && ['collected', 'truncated', 'empty'].includes(outcome.status),
  );

const serverRoot = debianRoot('bookworm', serverPackages);

/** How many of the specs beyond the specification tell something, at least. */
const roots: readonly (readonly [name: string, suite: string, root: string | undefined, atLeast: number])[] =
  [
    ['a minimal Debian 11', 'bullseye', debianRoot('bullseye', []), 75],
    ['a minimal Debian 13', 'trixie', debianRoot('trixie', []), 75],
    ['a server with Debian 12', 'bookworm', serverRoot, 140],
  ];

const lackingRoot = (suite: string): string =>
  lackingForRoots.length > 0 ? lackingForRoots.join(', ') : `a root of Debian ${suite}`;

for (const [name, suite, root, atLeast] of roots) {
  const isServer = root === serverRoot;
  itNeeds(lackingRoot(suite), root !== undefined)(
    `a default run on ${name} is of use, and nothing fails`,
    () => {
      const { outcomes, contentOf } = read(inside(root ?? '', ...(isServer ? [withJournal] : [])));
      expect(giving(outcomes).length).toBeGreaterThanOrEqual(atLeast);
      const elsewhere = outcomes.filter(
        (outcome) => isSpecified(outcome) && outcome.reason?.startsWith('not for this distribution'),
      );
      expect(elsewhere.length).toBeGreaterThanOrEqual(60);
      if (!isServer) return;
      expect(contentOf('journal_errors')).toMatch(/^\S+ \S+ sshd\[\d+\]: no way in\n$/);
      expect(contentOf('journal_recent')).toMatch(/: no way in\n.*: slow today\n$/);
      expect(contentOf('journal_boots')).toMatch(/^ *0 [0-9a-f]{32} /m);
    },
    300_000,
  );
}

const itNeedsServer = itNeeds(lackingRoot('bookworm'), serverRoot !== undefined);

itNeedsServer(
  'a default run on a server with Debian 12 that systemd booted is of use, gives what plan expects, and nothing fails',
  () => {
    const shell = booted(serverRoot ?? '');
    const statusOf = (line: string) =>
      spawnSync('sh', ['-c', `echo ${joinWords([line])} | ${shell}`], { timeout: 60_000 }).status;
    expect(statusOf('echo true | at now + 1 day')).toBe(0);
    // Otherwise, systemd could change the kernel settings of the machine.
    expect(statusOf(': >> /proc/sys/kernel/core_pattern')).not.toBe(0);
    // Nor its clock (CAP_SYS_TIME).
    const allowed = '0x$(sed -n "s/^CapBnd:[[:space:]]*//p" /proc/1/status)';
    expect(statusOf(`test $((${allowed} >> 25 & 1)) = 0`)).toBe(0);
    const { output, outcomes, contentOf } = read(shell);
    expect(giving(outcomes).length).toBeGreaterThanOrEqual(180);
    const bytes = outcomes.flatMap(({ items }) => items).reduce((sum, item) => sum + item.bytes, 0);
    for (const from of [[], ['--estimate-from', output]]) {
      const plan = hostspec(['plan', '--via', shell, '--json', ...from]);
      const { estimate }: { readonly estimate: Estimate } = JSON.parse(plan.stdout);
      expect(estimate.bytes / bytes).toBeGreaterThan(0.5);
      expect(estimate.bytes / bytes).toBeLessThan(2);
    }
    expect(contentOf('systemctl_is_system_running')).toMatch(/^(running|degraded)\n$/);
    expect(contentOf('at_jobs')).toMatch(/^root a[0-9a-f]{13}\n$/);
  },
  300_000,
);

/** A root of BusyBox alone, as Alpine's smallest one is. */
function busyboxRoot(): string {
  const root = temporaryDirectory();
  const folders = [
    'bin',
    'sbin',
    'usr/bin',
    'usr/sbin',
    'etc',
    'proc',
    'sys',
    'dev',
    'tmp',
    'run',
    'var/log',
  ];
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'etc/os-release'), 'NAME="Alpine Linux"\nID=alpine\nVERSION_ID=3.20.3\n');
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n');
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\n');
  const steps = `cp "$(command -v busybox)" ${root}/bin/busybox && chroot ${root} /bin/busybox --install -s`;
  expect(spawnSync('sh', ['-c', steps], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  return root;
}

/** A step that starts two programs, of which one listens. */
const withPrograms = (root: string): readonly string[] => [
  `chroot ${root} sh -c 'sleep 300 & httpd -f -p 127.0.0.1:2323 & true'`,
];

needs(...lackingForRoots, 'busybox')(
  'a default run on a root of BusyBox knows file systems, processes and sockets, and nothing fails',
  () => {
    const { output } = read(inside(busyboxRoot(), withPrograms));
    const { stdout } = hostspec(['summary', output]);
    expect(stdout).toMatch(/^ {2}file systems +1, the fullest at \d+ % {2}busybox_df$/m);
    expect(stdout).toMatch(/^ {2}processes +\d+ {2}busybox_ps$/m);
    expect(stdout).toMatch(/^ {2}tcp 2323 +\S.* on 127\.0\.0\.1 {2}busybox_netstat$/m);
    expect(stdout).toMatch(/^ {2}tainted +\S.* {2}sysctl$/m);
  },
  300_000,
);

itNeedsServer(
  'a damaged journal, a bomb, lines without times, jumping clocks and a thousand files do not stop a run, and outcomes say what they were',
  () => {
    const via = inside(serverRoot ?? '', withJournal, withBadLogs);
    const { of, contentOf } = read(via, '--domain', 'logs,journal', '--since', '-1h');
    expect(of('syslog')).toMatchObject({
      status: 'truncated',
      reason: expect.stringMatching(/the limit for a packed file; .*the packed file is damaged/),
    });
    expect(of('kern_log')).toMatchObject({
      status: 'collected',
      reason: expect.stringContaining('by the time of modification'),
    });
    expect(of('auth_log')?.reason).toContain('1 by the times of lines), 46 B outside');
    expect(of('dpkg_log')?.reason).toContain('the 1000 newest of 1001 files');
    expect(contentOf('journal_recent')).toMatch(/: no way in\n.*: slow today\n$/);
  },
  300_000,
);
