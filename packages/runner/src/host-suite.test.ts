import { hostname } from 'node:os';
import { filesOnDisk, type HostKind, hostSuite, itNeeds } from '@hostspec/testing';
import { createRunnerHost, type RunnerHost, type RunnerHostOptions } from './host.js';
import { findRunner, startRunner } from './start.js';

const found = findRunner();

const denied: HostKind['lacks'] =
  process.geteuid?.() === 0 ? { 'denied files': 'the tests run as root, which may read every file' } : {};

if (typeof found === 'string') {
  itNeeds('a runner', false)('the tests that every kind of host must pass', () => {});
} else {
  const open = (options?: RunnerHostOptions): Promise<RunnerHost> =>
    createRunnerHost(startRunner(found.program, found.sha256), options);

  hostSuite(
    'a root directory, by a runner',
    async ({ files }) => {
      const root = filesOnDisk(files);
      return { host: await open({ root: root.path }), end: root.end };
    },
    { lacks: { ...denied, commands: 'commands are not run on a root that is not the running machine' } },
  );

  hostSuite(
    'the running machine, by a runner',
    async ({ files }) => {
      const { path, end } = filesOnDisk(files, { linksInside: true });
      return { host: await open(), prefix: path, hostname: hostname(), end };
    },
    { lacks: denied, executes: true },
  );
}
