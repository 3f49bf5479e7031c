import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRunnerHost } from '@hostspec/runner';
import { filesOnDisk, type HostKind, hostSuite, itNeeds } from '@hostspec/testing';
import { connectTarget } from './connect.js';
import { ownRunner } from './testing/connected.js';
import { emulatedMachines } from './testing/emulated.js';

const denied: HostKind['lacks'] =
  process.geteuid?.() === 0 ? { 'denied files': 'the tests run as root, which may read every file' } : {};

if (!ownRunner) {
  itNeeds('a runner', false)('the tests that every kind of host must pass', () => {});
} else {
  const runner = ownRunner;
  hostSuite(
    'the running machine, by a shell and a runner',
    async ({ files }) => {
      const { path, end } = filesOnDisk(files, { linksInside: true });
      const { stream, close } = await connectTarget(
        { kind: 'via', command: ['/bin/sh'] },
        { runners: () => runner },
      );
      const host = await createRunnerHost(stream);
      return {
        host,
        prefix: path,
        hostname: hostname(),
        end: async () => {
          await close();
          end();
        },
      };
    },
    { lacks: denied, executes: true },
  );
}

for (const { arch, runner, lacking, shell } of emulatedMachines())
  if (lacking !== '' || runner === undefined)
    itNeeds(lacking, false)(`the tests that every kind of host must pass, on ${arch}`, () => {});
  else
    hostSuite(
      `a machine of the architecture ${arch}`,
      async ({ files }) => {
        const { path, end } = filesOnDisk(files, { linksInside: true });
        const directory = mkdtempSync(join(tmpdir(), 'hostspec-remote-'));
        const { stream, close } = await connectTarget(
          { kind: 'via', command: shell(directory) },
          { runners: () => runner },
        );
        const host = await createRunnerHost(stream);
        return {
          host,
          prefix: path,
          hostname: hostname(),
          end: async () => {
            await close();
            rmSync(directory, { recursive: true });
            end();
          },
        };
      },
      {
        lacks: { ...denied, commands: 'this machine has no programs of that architecture' },
        executes: true,
      },
    );
