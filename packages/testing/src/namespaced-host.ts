import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Host, splitWords } from '@hostspec/spec';
import { liveHost } from './collect-live.js';

/** The features of the machine that `namespacedHost` needs, for `needs`. */
export const namespacedHostNeeds: readonly string[] = [
  'root',
  'a network namespace',
  'a mount namespace',
  'nsenter',
];

/** The running machine as it is inside private namespaces of a test: network (`n`), mounts (`m`), System V IPC (`i`). */
export interface NamespacedHost {
  readonly host: Host;
  /** Runs a command inside, to prepare a test. @throws if it fails. */
  prepare(...argv: string[]): string;
  /** Ends the namespaces and everything in them. */
  end(): Promise<void>;
}

/** Makes network, mount and IPC namespaces and a host inside them: commands run there, and files are read there. Needs root. */
export async function namespacedHost(): Promise<NamespacedHost> {
  const holder = spawn('unshare', ['-n', '-m', '-i', 'sh', '-c', 'echo ready; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(holder.stdout, 'data');
  const enter = ['nsenter', '-t', String(holder.pid), '-n', '-m', '-i', '--'];
  const [program = '', ...within] = enter;
  const outside = await liveHost();
  const host: Host = {
    ...outside,
    run: (command, options) =>
      outside.run([...enter, ...(typeof command === 'string' ? splitWords(command) : command)], options),
    readFile: async (path, { maxBytes } = {}) =>
      execFileSync(program, [...within, 'cat', path], { stdio: ['ignore', 'pipe', 'ignore'] }).subarray(
        0,
        maxBytes,
      ),
  };
  return {
    host,
    prepare: (...argv) =>
      execFileSync(program, [...within, ...argv], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }),
    async end() {
      const gone = once(holder, 'exit');
      holder.kill('SIGKILL');
      await gone;
    },
  };
}
