import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRunnerHost } from '@hostspec/runner';
import { itNeeds, needs } from '@hostspec/testing';
import { describe, expect, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { connectTarget } from './connect.js';
import { emulatedMachines, unameOf } from './testing/emulated.js';

/** A shell on which `uname -m` prints another machine. */
function shellOn(machine: string): readonly string[] {
  const uname = unameOf(machine, temporaryDirectory());
  return ['unshare', '-m', 'sh', '-c', `mount --bind ${uname} /usr/bin/uname && exec sh`];
}

describe('a machine of another architecture', () => {
  for (const { arch, runner, lacking, shell } of emulatedMachines())
    itNeeds(lacking, lacking === '')(
      `gets the runner for ${arch}`,
      async () => {
        const { stream, facts, close } = await connectTarget(
          { kind: 'via', command: shell(temporaryDirectory()) },
          { runners: (wanted) => (wanted === arch && runner ? runner : 'there is none') },
        );
        onTestFinished(close);
        expect(facts.arch).toBe(arch);
        const host = await createRunnerHost(stream);
        expect(host.runner.arch).toBe(arch);
        expect(new TextDecoder().decode(await host.readFile('/etc/hostname'))).not.toBe('');
      },
      60_000,
    );

  needs('root', 'a mount namespace')('for which there is no runner here is one sentence', async () => {
    const command = shellOn('aarch64');
    const runners = (arch: string): string => `there is no runner for ${arch}; install it`;
    await expect(connectTarget({ kind: 'via', command }, { runners })).rejects.toThrow(
      /: there is no runner for arm64; install it$/,
    );
  });

  needs('root', 'a mount namespace')('for which there can be no runner is one sentence', async () => {
    const command = shellOn('armv7l');
    await expect(connectTarget({ kind: 'via', command }, { runners: () => 'none' })).rejects.toThrow(
      /: the architecture of the host is armv7l; there are runners for x86_64, aarch64, s390x and ppc64le$/,
    );
  });

  needs('root', 'a mount namespace')('with another system is one sentence', async () => {
    const directory = temporaryDirectory();
    const uname = join(directory, 'uname');
    writeFileSync(uname, '#!/bin/sh\nif [ "$1" = -s ]; then echo FreeBSD; else echo amd64; fi\n', {
      mode: 0o755,
    });
    const command = ['unshare', '-m', 'sh', '-c', `mount --bind ${uname} /usr/bin/uname && exec sh`];
    await expect(connectTarget({ kind: 'via', command }, { runners: () => 'none' })).rejects.toThrow(
      /: the host runs FreeBSD; the runner is for Linux$/,
    );
  });
});
