import type { CommandResult, HostProblem, RunOptions } from '@hostspec/spec';
import type { CommandOutcome } from '../collecting-host.js';

/** What a command comes to on a root that is not the running machine. */
export const notRun: CommandResult = {
  rc: undefined,
  output: new Uint8Array(),
  problem: 'absent',
  reason: 'commands are not run on a root that is not the running machine',
};

/** Tells commands apart that are run once each. */
export function keyOf(argv: readonly string[], { env, inheritEnv, stdin, as }: RunOptions): string {
  return JSON.stringify([argv, env ?? {}, inheritEnv ?? [], stdin ?? '', as && [as.uid, as.gid, as.groups]]);
}

/** The result of a command for whoever wants its output in memory. */
export function commandResult(result: CommandOutcome, output: Uint8Array): CommandResult {
  const problem: HostProblem | undefined = result.problem;
  return {
    rc: result.rc,
    output,
    ...(problem === undefined ? {} : { problem, reason: result.reason ?? problem }),
  };
}
