import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '@hostspec/archive';
import { findRunner } from '@hostspec/runner';
import { joinWords, type Outcome } from '@hostspec/spec';
import { lackingOf } from '@hostspec/testing';
import { expect } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { hostspec, packages } from './cli.js';

/** What a run in a root needs and this machine lacks. */
export const lackingForRoots = lackingOf([
  ...['root', 'a mount namespace', 'a PID namespace', 'a network namespace', 'debootstrap'],
  ...(typeof findRunner() === 'string' ? ['a runner'] : []),
]);

/** The path of a root that debootstrap made; undefined if it cannot be had here. */
export function debianRoot(suite: string, installed: readonly string[]): string | undefined {
  if (lackingForRoots.length > 0) return undefined;
  const { status, stdout } = spawnSync(join(packages, '../.ci/debian-root'), [suite, ...installed], {
    encoding: 'utf8',
    timeout: 900_000,
  });
  return status === 0 ? stdout.trim() : undefined;
}

/** The packages of a small server with Debian. */
export const serverPackages = readFileSync(join(packages, '../.ci/server-packages'), 'utf8')
  .trim()
  .split('\n');

/** Steps that change a root. */
export type RootChange = (root: string) => readonly string[];

/** Steps that start journald in a root, and give it an error and a warning. */
export const withJournal: RootChange = (root) => {
  const sockets = `${root}/run/systemd/journal`;
  return [
    `mkdir -p ${sockets}`,
    `ln -s /run/systemd/journal/dev-log ${root}/dev/log`,
    `{ chroot ${root} /lib/systemd/systemd-journald < /dev/null > /dev/null 2>&1 & }`,
    `timeout 60 sh -c 'until test -S ${sockets}/dev-log; do sleep 0.1; done'`,
    `chroot ${root} logger -p auth.err -t sshd 'no way in'`,
    `chroot ${root} logger -p daemon.warning -t app 'slow today'`,
  ];
};

const devices = ['null', 'zero', 'full', 'random', 'urandom', 'tty'];

/** Steps that make a copy of a root below a directory, to be changed in memory. */
export function copyOf(root: string, at: string): readonly string[] {
  return [
    `mount -t tmpfs tmpfs ${at}`,
    `mkdir ${at}/upper ${at}/work ${at}/root`,
    `mount -t overlay overlay -o lowerdir=${root},upperdir=${at}/upper,workdir=${at}/work ${at}/root`,
    `mount -t proc proc ${at}/root/proc`,
    // Most kernel settings belong to the whole machine, and systemd changes some when it starts.
    `mount --bind -o ro ${at}/root/proc/sys ${at}/root/proc/sys`,
    `mount -t sysfs -o ro sysfs ${at}/root/sys`,
    `mount -t tmpfs -o mode=755 dev ${at}/root/dev`,
    ...devices.flatMap((device) => [
      `: > ${at}/root/dev/${device}`,
      `mount --bind /dev/${device} ${at}/root/dev/${device}`,
    ]),
    `printf '127.0.0.1 localhost\\n127.0.1.1 debian.example debian\\n' > ${at}/root/etc/hosts`,
    'ip link set lo up',
    'hostname debian.example',
  ];
}

/** The words that carry out steps in namespaces of their own, without a network. */
export function alone(steps: readonly string[]): readonly string[] {
  const namespaces = ['--mount', '--pid', '--net', '--uts', '--ipc', '--fork', '--kill-child'];
  return ['unshare', ...namespaces, 'sh', '-c', steps.join(' && ')];
}

/** A command that starts a shell in a changed copy of a root. */
export function inside(root: string, ...changes: readonly RootChange[]): string {
  const at = temporaryDirectory();
  return joinWords(
    alone([
      ...copyOf(root, at),
      `mount --rbind /sys/fs/cgroup ${at}/root/sys/fs/cgroup`,
      ...changes.flatMap((change) => change(`${at}/root`)),
      `exec chroot ${at}/root sh`,
    ]),
  );
}

/** What was collected from a root. */
export interface Collected {
  readonly output: string;
  readonly outcomes: readonly Outcome[];
}

/** Collects through a command that starts a shell; fails if anything fails. */
export function collected(via: string, ...args: readonly string[]): Collected {
  const output = join(temporaryDirectory(), 'archive');
  const { status, stderr } = hostspec([
    ...['collect', '--via', via, '--format', 'directory', '--output', output, '--quiet', ...args],
    // Commands stand back behind the other tests.
    ...['--timeout', '60'],
  ]);
  expect([status, stderr]).toEqual([0, '']);
  const { outcomes }: Manifest = JSON.parse(readFileSync(join(output, 'manifest.json'), 'utf8'));
  const failed = outcomes.filter((outcome) => ['failed', 'timed out'].includes(outcome.status));
  expect(failed.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([]);
  return { output, outcomes };
}
