import type { CommandResult, Host, RunOptions } from '@hostspec/spec';
import { isHostspecError, splitWords } from '@hostspec/spec';
import { commandResult } from './host-commands.js';

/** Makes a host's `run` from one that takes words: a line that cannot be split into words is a result, not an exception. */
export function runWords(
  run: (argv: readonly string[], options: RunOptions) => Promise<CommandResult>,
): Host['run'] {
  return async (command, options = {}) => {
    try {
      return await run(typeof command === 'string' ? splitWords(command) : command, options);
    } catch (error) {
      if (!isHostspecError(error) || error.code !== 'INVALID_COMMAND_LINE') throw error;
      return commandResult({ problem: 'failed', reason: error.message }, new Uint8Array());
    }
  };
}
