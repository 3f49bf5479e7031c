import type { Values } from '../options.js';
import type { hostOptions } from '../shared-options.js';
import { bothGiven, usageError } from '../usage-error.js';

/** The options about another host, and those that they exclude. */
export type RemoteValues = Pick<
  Values<typeof hostOptions>,
  | 'host'
  | 'via'
  | 'sudo'
  | 'sudo-password-file'
  | 'connect-timeout'
  | 'keep-runner'
  | 'node-image'
  | 'node-namespace'
  | 'root'
  | 'archive'
  | 'in-process'
>;

/** How to log in to another host, beside the options. */
export interface Login {
  /** The time limit of the run, in seconds; Infinity for none. Default: 900. */
  readonly maxTime?: number | undefined;
  /** The path of a private key for ssh. Default: ssh's own configuration. */
  readonly key?: string | undefined;
  /** The hosts to go through, as ProxyJump of ssh takes them. Default: ssh's own configuration. */
  readonly jump?: string | undefined;
  /** The password for sudo. Default: that of `--sudo-password-file`, or asked on the terminal. */
  readonly password?: string | undefined;
}

const needHost = [
  'sudo',
  'sudo-password-file',
  'connect-timeout',
  'keep-runner',
  'node-image',
  'node-namespace',
] as const;

/** Whether the options name another host. @throws UsageError if they exclude each other, or lack one. */
export function checkRemote(values: RemoteValues): boolean {
  const { host, via } = values;
  if (host === undefined && via === undefined) {
    for (const option of needHost)
      if (values[option] !== undefined)
        throw usageError(`--${option} is not allowed without --host or --via; name the host`, `--${option}`);
    return false;
  }
  const named = host === undefined ? '--via' : '--host';
  for (const option of ['root', 'archive', 'in-process', 'via'] as const)
    if (values[option] !== undefined && named !== `--${option}`)
      throw bothGiven(named, `--${option}`, named, host ?? via);
  if (values['sudo-password-file'] !== undefined && !values.sudo)
    throw usageError(
      '--sudo-password-file is not allowed without --sudo; give both',
      '--sudo-password-file',
      values['sudo-password-file'],
    );
  return true;
}
