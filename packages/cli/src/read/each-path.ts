import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { errorWords } from '@hostspec/files';
import { exitStatus, statusOf } from '../exit-status.js';
import type { Io } from '../io.js';
import { usageError } from '../usage-error.js';

/** The worst of the exit statuses of several; one by a signal is the worst. */
export function worstOf(found: ReadonlySet<number>): number {
  const signal = Math.max(...found);
  return signal > 128 ? signal : (statuses.find((status) => found.has(status)) ?? exitStatus.done);
}

/** The worst first. */
const statuses: readonly number[] = [
  exitStatus.failure,
  exitStatus.usage,
  exitStatus.noSpace,
  exitStatus.incomplete,
];

/**
 * Calls a function for each path that the arguments of a command name, and returns the worst exit status. An argument is a path, a
 * pattern of several, or the directory of a run over hosts. A failure of one of several is printed, and does not keep the others from being used.
 *
 * @throws UsageError for an argument that names nothing.
 */
export async function eachPath(
  words: readonly string[],
  io: Io,
  use: (path: string, isOneOfSeveral: boolean) => Promise<number>,
): Promise<number> {
  const paths = [...new Set((await Promise.all(words.map((word) => pathsOf(word, io)))).flat())];
  const [only, ...others] = paths;
  if (only === undefined)
    throw usageError(
      `${words.join(' ')} has no archive of a host; allowed: a directory with at least one`,
      'ARCHIVE',
      words[0],
    );
  if (others.length === 0) return use(only, false);
  const found = new Set<number>();
  for (const path of paths)
    try {
      found.add(await use(path, true));
    } catch (error) {
      const { errorText } = await import('../error-text.js');
      io.err.write(`hostspec: ${errorText(error)}\n`);
      found.add(statusOf(error));
    }
  return worstOf(found);
}

/** The path that an argument names; a pattern must match exactly one. @throws UsageError if it matches none, or several. */
export async function onePath(word: string, io: Io): Promise<string> {
  const [path = '', ...others] = await pathsOf(word, io);
  if (others.length > 0)
    throw usageError(
      `${JSON.stringify(word)} matches ${others.length + 1} paths; allowed here: one, such as ${path}`,
      'ARCHIVE',
      word,
    );
  return path;
}

/** The archives in the directory of a run over hosts; undefined if a path is something else. */
async function archivesOfRun(word: string, cwd: string): Promise<string[] | undefined> {
  if (!existsSync(resolve(cwd, word, 'hosts.ndjson'))) return undefined;
  const { default: glob } = await import('fast-glob');
  const names = await glob(['*.tar.gz', '*.ndjson', '!hosts.ndjson', '*/manifest.json'], {
    cwd: resolve(cwd, word),
    followSymbolicLinks: false,
  });
  return names.sort().map((name) => join(word, name.replace(/\/manifest\.json$/, '')));
}

/** A path that is there is never a pattern. */
async function pathsOf(word: string, { cwd }: Io): Promise<string[]> {
  const archives = await archivesOfRun(word, cwd);
  if (archives) return archives;
  if (!/[*?[\]{}()]/.test(word) || word.includes('://') || existsSync(resolve(cwd, word))) return [word];
  const { default: glob } = await import('fast-glob');
  try {
    const found = await glob(word, { cwd, onlyFiles: false, followSymbolicLinks: false });
    // A lone - is standard input.
    if (found.length > 0) return found.sort().map((path) => (path === '-' ? './-' : path));
  } catch (error) {
    throw usageError(`the search for ${JSON.stringify(word)} failed: ${errorWords(error)}`, 'ARCHIVE', word);
  }
  throw usageError(
    `${JSON.stringify(word)} is not a path, and as a pattern it matches nothing; allowed: a path, or a pattern such as 'runs/**/*.tar.gz'`,
    'ARCHIVE',
    word,
  );
}
