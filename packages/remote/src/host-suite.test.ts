import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRunnerHost } from '@hostspec/runner';
import { filesOnDisk, type HostKind, hostSuite, itNeeds } from '@hostspec/testing';
import { connectTarget } from './connect.js';
import { ownRunner } from './testing/connected.js';
import { emulatedMachines } from './testing/emulated.js';

const denied: NonNullable<HostKind['lacks']> =
  process.geteuid?.() === 0 ? { 'denied files': 'the tests run as root, which may read every file' } : {};

/** Runs the tests on the host of a shell, by a runner. */
function suite(
  name: string,
  runner: NonNullable<typeof ownRunner>,
  shellFor: (directory: string) => readonly string[],
  lacks: NonNullable<HostKind['lacks']>,
): void {
  hostSuite(
    name,
    async ({ files }) => {
      const { path, end } = filesOnDisk(files, { linksInside: true });
      const directory = mkdtempSync(join(tmpdir(), 'hostspec-remote-'));
      const { stream, close } = await connectTarget(
        { kind: 'via', command: shellFor(directory) },
        { runners: () => runner },
      );
      return {
        host: await createRunnerHost(stream),
        prefix: path,
        hostname: hostname(),
        end: async () => {
          await close();
          rmSync(directory, { recursive: true });
          end();
        },
      };
    },
    { lacks, executes: true },
  );
}

if (ownRunner) suite('the running machine, by a shell and a runner', ownRunner, () => ['/bin/sh'], denied);
else itNeeds('a runner', false)('the tests that every kind of host must pass', () => {});

for (const { arch, runner, lacking, shell } of emulatedMachines())
  if (lacking !== '' || runner === undefined)
    itNeeds(lacking, false)(`the tests that every kind of host must pass, on ${arch}`, () => {});
  else
    suite(`a machine of the architecture ${arch}`, runner, shell, {
      ...denied,
      commands: 'this machine has no programs of that architecture',
    });
