import { hostname } from 'node:os';
import { filesOnDisk, type HostKind, hostSuite } from '@hostspec/testing';
import { createLocalHost } from './host.js';

const denied: HostKind['lacks'] =
  process.geteuid?.() === 0 ? { 'denied files': 'the tests run as root, which may read every file' } : {};

hostSuite(
  'a root directory',
  ({ files }) => {
    const root = filesOnDisk(files);
    return { host: createLocalHost({ root: root.path }), end: root.end };
  },
  { lacks: { ...denied, commands: 'commands are not run on a root that is not the running machine' } },
);

hostSuite(
  'the running machine',
  ({ files }) => {
    const { path, end } = filesOnDisk(files, { linksInside: true });
    return { host: createLocalHost(), prefix: path, hostname: hostname(), end };
  },
  { lacks: denied, executes: true },
);
