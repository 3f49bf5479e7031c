import { posix } from 'node:path';
import { builtins, derivedPrograms, pathOf } from '@hostspec/archive-host/shell';
import { isHostError, quoteWord } from '@hostspec/spec';
import { printable } from '../text.js';
import { type Shell, shellCommands } from './shell.js';

const mostOffered = 500;

/** What can follow at the end of a line, and the part of the line that each replaces. */
export async function completionsOf(line: string, shell: Shell): Promise<[string[], string]> {
  const command = (line.split('|').at(-1) ?? '').trimStart();
  const isFirst = !line.includes('|');
  const word = /(?:[^\s\\]|\\.)*$/.exec(command)?.[0] ?? '';
  const before = command.slice(0, command.length - word.length);
  const offered =
    before.trim() === '' ? programs(shell, isFirst) : isFirst ? recordedWords(before, shell) : [];
  const matching = offered.filter((each) => each.startsWith(word));
  const found = matching.length > 0 ? matching.map((each) => `${each} `) : await pathsFrom(word, shell);
  // Names of the archive go to the terminal as they are, so only harmless ones are offered.
  const safe = [...new Set(found)].filter((each) => printable(each) === each).sort();
  return [safe.slice(0, mostOffered), word];
}

function programs({ session }: Shell, isFirst: boolean): string[] {
  const recorded = session.lines.map((line) => posix.basename(line.split(' ')[0] ?? ''));
  return [...Object.keys(builtins), ...(isFirst ? [...shellCommands, ...derivedPrograms, ...recorded] : [])];
}

/** The words that follow the first ones in recorded lines of the same program. */
function recordedWords(before: string, { session }: Shell): string[] {
  const given = before.trim().split(/\s+/);
  return session.lines.flatMap((line) => {
    const [program = '', ...words] = line.split(' ');
    const recorded = [posix.basename(program), ...words];
    const isSame = given.every(
      (word, index) => (index === 0 ? posix.basename(word) : word) === recorded[index],
    );
    return isSame && recorded.length > given.length ? [recorded[given.length] as string] : [];
  });
}

/** The paths of the archive that start as a word does, quoted as the shell reads them. */
async function pathsFrom(word: string, shell: Shell): Promise<string[]> {
  const plain = word.replace(/\\(.)/g, '$1');
  const directory = plain.slice(0, plain.lastIndexOf('/') + 1);
  try {
    const path = pathOf(directory, shell.directory());
    const names = (await shell.session.names(path)).filter((name) =>
      name.startsWith(plain.slice(directory.length)),
    );
    return await Promise.all(
      names.slice(0, mostOffered).map(async (name) => {
        const escaped = quoteWord(directory + name).startsWith("'")
          ? (directory + name).replace(/[^\w@%+=:,./-]/g, '\\$&')
          : directory + name;
        return (await isDirectory(posix.join(path, name), shell)) ? `${escaped}/` : `${escaped} `;
      }),
    );
  } catch (error) {
    if (isHostError(error)) return [];
    throw error;
  }
}

async function isDirectory(path: string, { session }: Shell): Promise<boolean> {
  try {
    return (await session.look(path)).kind === 'directory';
  } catch (error) {
    if (isHostError(error)) return false;
    throw error;
  }
}
