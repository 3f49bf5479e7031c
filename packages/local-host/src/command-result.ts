import type { CommandEnd, CommandResult, RunOptions } from '@hostspec/spec';

/** How a command ends on a root that is not the running machine. */
export const notRun = {
  problem: 'absent',
  reason: 'commands are not run on a root that is not the running machine',
} as const satisfies CommandEnd;

/** Tells commands apart that are run once each. */
export function keyOf(argv: readonly string[], { env, inheritEnv, stdin, as }: RunOptions): string {
  return JSON.stringify([argv, env ?? {}, inheritEnv ?? [], stdin ?? '', as && [as.uid, as.gid, as.groups]]);
}

/** The result of a command for whoever wants its output in memory. */
export function commandResult({ rc, problem, reason }: CommandEnd, output: Uint8Array): CommandResult {
  return { rc, output, ...(problem === undefined ? {} : { problem, reason: reason ?? problem }) };
}
