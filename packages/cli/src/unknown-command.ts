import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { nearest } from '@hostspec/spec';
import type { CommandEntry } from './command.js';
import type { Io } from './io.js';
import { usageError } from './usage-error.js';

/** The error for a first word that is not a command. */
export function unknownCommand(word: string, commands: readonly CommandEntry[]): Error {
  if (word === '--version' || word === '-V')
    return usageError(`${word} is not allowed with other arguments; usage: hostspec ${word}`, word);
  if (word.startsWith('-'))
    return usageError(`${word} is not an option of hostspec; allowed: --help, --version, or a command`, word);
  const names = commands.map(({ name }) => name);
  const meant = nearest(word, [...names, '--version']);
  const hint =
    meant.length > 0
      ? `did you mean ${meant.map((name) => `hostspec ${name}`).join(' or ')}?`
      : `commands: ${names.join(', ')}`;
  return usageError(`${JSON.stringify(word)} is not a command; ${hint}`, 'command', word);
}

/** What to do with several archives. */
export const severalArchives =
  'run it once for each archive, or compare two of them with hostspec diff or hostspec report';

/** The error for too few, too many or empty arguments of a command. */
export function wrongOperands(
  name: string,
  usage: string,
  operands: readonly string[],
  most: number,
  commands: readonly CommandEntry[],
  { cwd }: Pick<Io, 'cwd'>,
): Error {
  const extra = operands[most];
  const second = commands.flatMap((entry) =>
    entry.name.startsWith(`${name} `) ? [entry.name.slice(name.length + 1)] : [],
  );
  const longer = extra === undefined ? [] : nearest(extra, second);
  const few = operands.some((word) => word.trim() === '') ? 'an argument is empty' : 'an argument is missing';
  const problem = extra === undefined ? few : `unexpected argument ${JSON.stringify(extra)}`;
  if (extra !== undefined && /\bARCHIVE\b/.test(usage) && existsSync(resolve(cwd, extra)))
    return usageError(
      `${JSON.stringify(extra)} is one archive too many for hostspec ${name}; ${severalArchives}`,
      name,
      operands,
    );
  const hint =
    longer.length > 0
      ? `did you mean hostspec ${name} ${longer[0]}?`
      : `usage: hostspec ${name} ${usage}`.trimEnd();
  return usageError(`${problem}; ${hint}`, name, operands);
}
