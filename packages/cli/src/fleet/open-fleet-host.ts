import { availableParallelism, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { defined } from '@hostspec/host-kit';
import { readPassword } from '@hostspec/policy';
import { targetText } from '@hostspec/remote';
import type { Connection } from '@hostspec/remote/inventory';
import { type HostLimits, openHost } from '../hosts/host.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import type { options } from '../runs/collect-options.js';
import { timeLimits } from '../runs/collect-options.js';
import type { OpenFleetHost } from './collect-one.js';
import { inTurns } from './collect-one.js';

type CollectValues = Values<typeof options>;

// Connecting takes more work than collecting: too many at once would all be too late.
const connectingPerCpu = 8;
const connectingSeconds = 10;

/** The function that opens a host of a fleet, with the options of the command. @throws UsageError for a password file that is not allowed. */
export function fleetHostOpener(values: CollectValues, scratch: string, io: Io): OpenFleetHost {
  const { hosts: _hosts, sudo: sudoAll, 'sudo-password-file': passwordFile, ...others } = values;
  const limits: HostLimits = {
    jobs: values.jobs,
    polite: values.polite,
    maxItemBytes: values['max-item-bytes'],
    maxTime: timeLimits(values).maxTime ?? Number.POSITIVE_INFINITY,
    scratch,
    hosts: parallelOf(values),
    password:
      passwordFile === undefined
        ? undefined
        : readPassword(resolve(io.cwd, passwordFile), '--sudo-password-file'),
  };
  // Many hosts cannot ask on one terminal.
  const silent: Io = { ...io, askSecret: undefined };
  const turn = inTurns(connectingPerCpu * availableParallelism(), connectingSeconds);
  return async ({ connection, sudo }, signal) => {
    if (connection.by === 'local') {
      const { 'keep-runner': _keep, 'connect-timeout': _timeout, ...rest } = others;
      const { 'node-image': _image, 'node-namespace': _namespace, ...local } = rest;
      const { host, elsewhere } = await openHost(local, limits, silent);
      return { host, elsewhere, close: async () => {} };
    }
    const own = { ...others, ...wayTo(connection), ...(sudoAll || sudo ? { sudo: true } : {}) };
    const { host, elsewhere, close } = await turn(async () => {
      signal.throwIfAborted();
      const { key, jump } = connection.by === 'ssh' ? connection : {};
      return openHost(own, { ...limits, key, jump }, silent);
    });
    return { host, elsewhere, close: async () => close?.() };
  };
}

/** The option that names the way to a host. */
function wayTo(
  connection: Exclude<Connection, { by: 'local' }>,
): { readonly host: string } | { readonly via: string } {
  if (connection.by === 'via') return { via: connection.command };
  if (connection.by === 'target') return { host: connection.text };
  if (connection.by !== 'ssh') return { host: `${connection.by}://${connection.name}` };
  const { host, port, user } = connection;
  return { host: targetText({ kind: 'ssh', destination: host, ...defined({ port, user }) }) };
}

/** The most hosts at once without `--parallel`. */
export const mostAtOnce = 50;

/** How many hosts to collect at once: ten per CPU, because this side mostly waits; at most `mostAtOnce`, and at most one per 64 MiB of memory. */
export function parallelOf({ parallel }: { readonly parallel?: number | undefined }): number {
  if (parallel !== undefined) return parallel;
  const byMemory = Math.floor(totalmem() / (64 * 1024 * 1024));
  return Math.max(1, Math.min(10 * availableParallelism(), byMemory, mostAtOnce));
}
