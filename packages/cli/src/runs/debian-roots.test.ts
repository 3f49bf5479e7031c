import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '@hostspec/archive';
import { DefaultSpecs } from '@hostspec/default-specs';
import { findRunner } from '@hostspec/runner';
import { joinWords, type Outcome } from '@hostspec/spec';
import { itNeeds, lackingOf, needs } from '@hostspec/testing';
import { expect } from 'vitest';
import { hostspec, packages, temporaryDirectory } from '../testing/cli.js';

const lacking = lackingOf([
  ...['root', 'a mount namespace', 'a PID namespace', 'a network namespace', 'debootstrap'],
  ...(typeof findRunner() === 'string' ? ['a runner'] : []),
]);

/** The path of a root that debootstrap made; undefined if it cannot be had here. */
function debianRoot(suite: string, installed: readonly string[]): string | undefined {
  if (lacking.length > 0) return undefined;
  const { status, stdout } = spawnSync(join(packages, '../.ci/debian-root'), [suite, ...installed], {
    encoding: 'utf8',
    timeout: 300_000,
  });
  return status === 0 ? stdout.trim() : undefined;
}

/** Steps that start journald in a root, and give it an error and a warning. */
function withJournal(root: string): readonly string[] {
  const sockets = `${root}/run/systemd/journal`;
  return [
    `mkdir -p ${sockets}`,
    `ln -s /run/systemd/journal/dev-log ${root}/dev/log`,
    `{ chroot ${root} /lib/systemd/systemd-journald < /dev/null > /dev/null 2>&1 & }`,
    `timeout 60 sh -c 'until test -S ${sockets}/dev-log; do sleep 0.1; done'`,
    `chroot ${root} logger -p auth.err -t sshd 'no way in'`,
    `chroot ${root} logger -p daemon.warning -t app 'slow today'`,
  ];
}

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

/** A command that starts a shell in a changed copy of a root, with namespaces of its own and without a network. */
function inside(root: string, ...changes: readonly ((root: string) => readonly string[])[]): string {
  const at = temporaryDirectory();
  const steps = [
    `mount -t tmpfs tmpfs ${at}`,
    `mkdir ${at}/upper ${at}/work ${at}/root`,
    `mount -t overlay overlay -o lowerdir=${root},upperdir=${at}/upper,workdir=${at}/work ${at}/root`,
    `mount -t proc proc ${at}/root/proc`,
    `mount -t sysfs -o ro sysfs ${at}/root/sys`,
    `mount --rbind /sys/fs/cgroup ${at}/root/sys/fs/cgroup`,
    `mount -t tmpfs -o mode=755 dev ${at}/root/dev`,
    ...['null', 'zero', 'full', 'random', 'urandom'].flatMap((device) => [
      `: > ${at}/root/dev/${device}`,
      `mount --bind /dev/${device} ${at}/root/dev/${device}`,
    ]),
    `printf '127.0.0.1 localhost\\n127.0.1.1 debian.example debian\\n' > ${at}/root/etc/hosts`,
    'ip link set lo up',
    'hostname debian.example',
    ...changes.flatMap((change) => change(`${at}/root`)),
    `exec chroot ${at}/root sh`,
  ];
  const namespaces = ['--mount', '--pid', '--net', '--uts', '--ipc', '--fork', '--kill-child'];
  return joinWords(['unshare', ...namespaces, 'sh', '-c', steps.join(' && ')]);
}

const giving = (outcomes: readonly Outcome[]) =>
  outcomes.filter(({ status }) => status === 'collected' || status === 'truncated' || status === 'empty');

const server = readFileSync(join(packages, '../.ci/server-packages'), 'utf8').trim().split('\n');

/** How many of the specs beyond the specification tell something, at least. */
const roots: readonly (readonly [
  name: string,
  suite: string,
  installed: readonly string[],
  atLeast: number,
])[] = [
  ['a minimal Debian 11', 'bullseye', [], 75],
  ['a minimal Debian 13', 'trixie', [], 75],
  ['a server with Debian 12', 'bookworm', server, 140],
];

for (const [name, suite, installed, atLeast] of roots) {
  const root = debianRoot(suite, installed);
  const component = lacking.length > 0 ? lacking.join(', ') : `a root of Debian ${suite}`;
  itNeeds(component, root !== undefined)(
    `a default run on ${name} is of use, and nothing fails`,
    () => {
      const output = join(temporaryDirectory(), 'archive');
      const args = [
        'collect',
        '--via',
        inside(root ?? '', ...(installed.length > 0 ? [withJournal] : [])),
        '--format',
        'directory',
        '--output',
        output,
        // Commands stand back behind the other tests.
        ...['--timeout', '60'],
      ];
      const { status, stderr } = hostspec([...args, '--quiet']);
      expect([status, stderr]).toEqual([0, '']);
      const { outcomes }: Manifest = JSON.parse(readFileSync(join(output, 'manifest.json'), 'utf8'));
      const failed = outcomes.filter((outcome) => ['failed', 'timed out'].includes(outcome.status));
      expect(failed.map(({ name: spec, reason }) => `${spec}: ${reason}`)).toEqual([]);
      const isSpecified = (outcome: Outcome) => outcome.name in DefaultSpecs;
      const added = outcomes.filter((outcome) => !isSpecified(outcome));
      expect(giving(added).length).toBeGreaterThanOrEqual(atLeast);
      const elsewhere = outcomes.filter(
        (outcome) => isSpecified(outcome) && outcome.reason?.startsWith('not for this distribution'),
      );
      expect(elsewhere.length).toBeGreaterThanOrEqual(60);
      if (installed.length === 0) return;
      const contentOf = (wanted: string): string => {
        const path = outcomes.find((outcome) => outcome.name === wanted)?.items[0]?.path;
        return path === undefined ? '' : readFileSync(join(output, 'data', path), 'utf8');
      };
      expect(contentOf('journal_errors')).toMatch(/^\S+ \S+ sshd\[\d+\]: no way in\n$/);
      expect(contentOf('journal_recent')).toMatch(/: no way in\n.*: slow today\n$/);
      expect(contentOf('journal_boots')).toMatch(/^ *0 [0-9a-f]{32} /m);
    },
    300_000,
  );
}

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

needs(...lacking, 'busybox')(
  'a default run on a root of BusyBox knows file systems, processes and sockets, and nothing fails',
  () => {
    const output = join(temporaryDirectory(), 'archive');
    const { status, stderr } = hostspec([
      ...[
        'collect',
        '--via',
        inside(busyboxRoot(), withPrograms),
        '--format',
        'directory',
        '--output',
        output,
      ],
      ...['--timeout', '60', '--quiet'],
    ]);
    expect([status, stderr]).toEqual([0, '']);
    const { outcomes }: Manifest = JSON.parse(readFileSync(join(output, 'manifest.json'), 'utf8'));
    const failed = outcomes.filter((outcome) => ['failed', 'timed out'].includes(outcome.status));
    expect(failed.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([]);
    const { stdout } = hostspec(['summary', output]);
    expect(stdout).toMatch(/^ {2}file systems +1, the fullest at \d+ % {2}busybox_df$/m);
    expect(stdout).toMatch(/^ {2}processes +\d+ {2}busybox_ps$/m);
    expect(stdout).toMatch(/^ {2}tcp 2323 +\S.* on 127\.0\.0\.1 {2}busybox_netstat$/m);
    expect(stdout).toMatch(/^ {2}tainted +\S.* {2}sysctl$/m);
  },
  300_000,
);

const badRoot = debianRoot('bookworm', server);
itNeeds(lacking.length > 0 ? lacking.join(', ') : 'a root of Debian bookworm', badRoot !== undefined)(
  'a damaged journal, a bomb, lines without times, jumping clocks and a thousand files do not stop a run, and outcomes say what they were',
  () => {
    const output = join(temporaryDirectory(), 'archive');
    const { status, stderr } = hostspec([
      'collect',
      ...[
        '--via',
        inside(badRoot ?? '', withJournal, withBadLogs),
        '--domain',
        'logs,journal',
        '--since',
        '-1h',
      ],
      ...['--format', 'directory', '--output', output, '--timeout', '60', '--quiet'],
    ]);
    expect([status, stderr]).toEqual([0, '']);
    const { outcomes }: Manifest = JSON.parse(readFileSync(join(output, 'manifest.json'), 'utf8'));
    const of = (name: string) => outcomes.find((outcome) => outcome.name === name);
    const failed = outcomes.filter((outcome) => ['failed', 'timed out'].includes(outcome.status));
    expect(failed.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([]);
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
    const journal = of('journal_recent')?.items[0]?.path ?? '';
    expect(readFileSync(join(output, 'data', journal), 'utf8')).toMatch(/: no way in\n.*: slow today\n$/);
  },
  300_000,
);
