import { hostname } from 'node:os';
import { createRunnerHost } from '@hostspec/runner';
import { filesOnDisk, type HostKind, hostSuite, itNeeds } from '@hostspec/testing';
import { connectTarget } from './connect.js';
import { ownRunner } from './testing/connected.js';

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
