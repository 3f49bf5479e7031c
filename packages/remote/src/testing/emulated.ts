import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRunner, type InstalledRunner } from '@hostspec/runner';
import { lackingOf } from '@hostspec/testing';

/** Magic numbers and masks of programs that an emulator runs, in the form of binfmt_misc. */
const machines = [
  {
    arch: 'arm64',
    platform: 'linux-arm64',
    machine: 'aarch64',
    magic: '\\x7fELF\\x02\\x01\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x02\\x00\\xb7\\x00',
    mask: '\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\x00\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xfe\\xff\\xff\\xff',
  },
  {
    arch: 's390x',
    platform: 'linux-s390x',
    machine: 's390x',
    magic: '\\x7fELF\\x02\\x02\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x02\\x00\\x16',
    mask: '\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\x00\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xfe\\xff\\xff',
  },
  {
    arch: 'ppc64le',
    platform: 'linux-ppc64',
    machine: 'ppc64le',
    magic: '\\x7fELF\\x02\\x01\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x02\\x00\\x15\\x00',
    mask: '\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xfc\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xfe\\xff\\xff\\x00',
  },
] as const;

const mounting = [
  'unshare',
  '-U',
  '-r',
  '-m',
  'mount',
  '-t',
  'binfmt_misc',
  'none',
  '/proc/sys/fs/binfmt_misc',
];

/** A machine of another architecture whose programs an emulator runs. */
export interface EmulatedMachine {
  /** In Go's names. */
  readonly arch: string;
  readonly runner: InstalledRunner | undefined;
  /** What is missing to emulate it, separated by commas. */
  readonly lacking: string;
  /**
   * A shell in its own user namespace, in which an emulator runs that machine's programs. The rest of this machine is not affected. A
   * program is written to the directory.
   */
  shell(directory: string): readonly string[];
}

/** Machines of the other architectures for which there are runners. */
export function emulatedMachines(): readonly EmulatedMachine[] {
  const [unshare = '', ...words] = mounting;
  const emulates = spawnSync(unshare, words).status === 0;
  return machines.map(({ arch, platform, machine, magic, mask }) => {
    const emulator = `/usr/bin/qemu-${machine}-static`;
    const found = findRunner(undefined, platform);
    const runner = typeof found === 'string' ? undefined : found;
    const lacking = [
      ...lackingOf([emulator]),
      ...(runner === undefined ? [`a runner for ${arch}`] : []),
      ...(emulates ? [] : ['binfmt_misc in a user namespace']),
    ];
    const shell = (directory: string): readonly string[] => {
      const script = [
        'set -e',
        'mount -t binfmt_misc none /proc/sys/fs/binfmt_misc',
        `printf %s ':${machine}:M::${magic}:${mask}:${emulator}:F' >/proc/sys/fs/binfmt_misc/register`,
        `mount --bind ${unameOf(machine, directory)} /usr/bin/uname`,
        'exec /bin/sh',
      ];
      return ['unshare', '-U', '-r', '-m', 'sh', '-c', script.join('\n')];
    };
    return { arch, runner, lacking: lacking.join(', '), shell };
  });
}

/** Writes a `uname` to the directory that answers as on another machine. */
export function unameOf(machine: string, directory: string): string {
  const uname = join(directory, 'uname');
  writeFileSync(uname, `#!/bin/sh\nif [ "$1" = -m ]; then echo ${machine}; else echo Linux; fi\n`);
  chmodSync(uname, 0o755);
  return uname;
}
