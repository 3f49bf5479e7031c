import type { CommandEntry } from './commands.js';
import { nearest } from './nearest.js';
import { usageError } from './usage-error.js';

/** The error for a word that is no command. */
export function unknownCommand(word: string, commands: readonly CommandEntry[]): Error {
  const names = commands.map(({ name }) => name);
  const meant = nearest(word, names);
  const hint =
    meant.length > 0
      ? `did you mean ${meant.map((name) => `hostspec ${name}`).join(' or ')}?`
      : `commands: ${names.join(', ')}`;
  return usageError(`${JSON.stringify(word)} is no command; ${hint}`, 'command', word);
}
