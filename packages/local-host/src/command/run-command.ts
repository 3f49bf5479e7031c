import type { Limiter } from '@hostspec/host-kit';
import { type CommandEnd, type ContentLimit, isHostError, type RunOptions } from '@hostspec/spec';
import { safeEnvironment } from '../account/account-environment.js';
import { openProgram } from '../program/programs.js';
import { execute, type Stop } from './execute.js';
import { type PreparationTools, prepareCommand } from './prepare-command.js';

/** The tools for running commands. */
export interface CommandTools extends PreparationTools {
  readonly limit: Limiter;
  readonly stop: Stop;
  /** Seconds, unless the command has its own limit. */
  readonly timeout: number;
  readonly maxItemBytes: number;
  /** The nice value of commands. */
  readonly nice: number;
}

/** Runs a command with its output going into the file that `to` opens when the command's turn has come. Throws only what `to` throws. */
export type RunCommand = (
  argv: readonly string[],
  to: () => Promise<number> | number,
  how: RunOptions & ContentLimit,
) => Promise<CommandEnd>;

/** Makes the function that runs commands: as the collector's own user, or as another with pipes and no login. */
export function commandRunner(tools: CommandTools): RunCommand {
  const { limit, mark, stop, timeout, maxItemBytes, nice } = tools;
  return async (argv, to, { maxBytes = maxItemBytes, ...how }) => {
    const command = await prepareCommand(tools, argv, how);
    if ('problem' in command) return command;
    return limit(async () => {
      if (stop.reason !== undefined) return { problem: 'failed', reason: stop.reason };
      let startable: ReturnType<typeof openProgram>;
      try {
        startable = openProgram(command.program);
      } catch (error) {
        if (!isHostError(error)) throw error;
        return { problem: error.problem, reason: error.message };
      }
      try {
        const end = await execute(startable.file, command.argv, await to(), {
          env: safeEnvironment({ ...how, env: command.env }, mark.run),
          mark,
          timeout: how.timeout ?? timeout,
          signal: how.signal ?? 'SIGKILL',
          stdin: how.stdin,
          maxBytes: Math.min(maxBytes, maxItemBytes),
          nice,
          stop,
          piped: command.piped,
        });
        return command.elsewhere === undefined ? end : { ...end, program: command.elsewhere };
      } finally {
        startable.close();
      }
    });
  };
}
