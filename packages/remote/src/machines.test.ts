import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRunnerHost, findRunner } from '@hostspec/runner';
import { itNeeds, lackingOf, needs } from '@hostspec/testing';
import { describe, expect, onTestFinished } from 'vitest';
import { connectTarget } from './connect.js';
import { temporaryDirectory } from './testing/connected.js';

/** The magic numbers of programs that an emulator runs, and their masks, as binfmt_misc takes them. */
const emulated = [
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

/** A shell on which `uname -m` prints another machine. */
function shellOn(machine: string): { readonly uname: string; readonly command: readonly string[] } {
  const uname = join(temporaryDirectory(), 'uname');
  writeFileSync(uname, `#!/bin/sh\nif [ "$1" = -m ]; then echo ${machine}; else echo Linux; fi\n`);
  chmodSync(uname, 0o755);
  return { uname, command: ['unshare', '-m', 'sh', '-c', `mount --bind ${uname} /usr/bin/uname && exec sh`] };
}

/** A shell in a user namespace of its own, in which an emulator runs the programs of another machine: the rest of this one knows nothing of it. */
function emulatedShell({ machine, magic, mask }: (typeof emulated)[number]): readonly string[] {
  const { uname } = shellOn(machine);
  const register = `:${machine}:M::${magic}:${mask}:/usr/bin/qemu-${machine}-static:F`;
  const script = [
    'set -e',
    'mount -t binfmt_misc none /proc/sys/fs/binfmt_misc',
    `printf %s '${register}' >/proc/sys/fs/binfmt_misc/register`,
    `mount --bind ${uname} /usr/bin/uname`,
    'exec /bin/sh',
  ];
  return ['unshare', '-U', '-r', '-m', 'sh', '-c', script.join('\n')];
}

describe('a machine of another architecture', () => {
  for (const each of emulated) {
    const { arch, platform, machine } = each;
    const found = findRunner(undefined, platform);
    const qemu = `/usr/bin/qemu-${machine}-static`;
    const emulates = () =>
      spawnSync('unshare', [
        '-U',
        '-r',
        '-m',
        'mount',
        '-t',
        'binfmt_misc',
        'none',
        '/proc/sys/fs/binfmt_misc',
      ]).status === 0;
    const lacking = [
      ...lackingOf([qemu]),
      ...(typeof found === 'string' ? [`a runner for ${arch}`] : []),
      ...(emulates() ? [] : ['binfmt_misc in a user namespace']),
    ];
    itNeeds(lacking.join(', '), lacking.length === 0)(
      `gets the runner for ${arch}`,
      async () => {
        const { stream, facts, close } = await connectTarget(
          { kind: 'via', command: emulatedShell(each) },
          { runners: (wanted) => (wanted === arch ? found : 'there is none') },
        );
        onTestFinished(close);
        expect(facts.arch).toBe(arch);
        const host = await createRunnerHost(stream);
        expect(host.runner.arch).toBe(arch);
        expect(new TextDecoder().decode(await host.readFile('/etc/hostname'))).not.toBe('');
      },
      60_000,
    );
  }

  needs('root', 'a mount namespace')('for which there is no runner here is one sentence', async () => {
    const { command } = shellOn('aarch64');
    const runners = (arch: string): string => `there is no runner for ${arch}; install it`;
    await expect(connectTarget({ kind: 'via', command }, { runners })).rejects.toThrow(
      /: there is no runner for arm64; install it$/,
    );
  });

  needs('root', 'a mount namespace')('for which there can be no runner is one sentence', async () => {
    const { command } = shellOn('armv7l');
    await expect(connectTarget({ kind: 'via', command }, { runners: () => 'none' })).rejects.toThrow(
      /: the architecture of the host is armv7l; there are runners for x86_64, aarch64, s390x and ppc64le$/,
    );
  });
});
