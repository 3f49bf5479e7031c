import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { HostLine } from '@hostspec/archive';
import { errorWords } from '@hostspec/files';
import { messageOf } from '@hostspec/spec';
import { exitStatus, statusOf } from '../exit-status.js';
import type { Io } from '../io.js';
import { oneLine } from '../text.js';
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
 * pattern of several, or the directory of a run over hosts. A failure of one of several is printed, and does not keep the others from being used;
 * so is a host of such a run that has no archive, of which `onMissing` is told.
 *
 * @throws UsageError for an argument that names nothing.
 */
export async function eachPath(
  words: readonly string[],
  io: Io,
  use: (path: string, isOneOfSeveral: boolean) => Promise<number>,
  onMissing?: (host: HostLine) => void,
): Promise<number> {
  const named = await Promise.all(words.map((word) => namedBy(word, io)));
  const paths = [...new Set(named.flatMap((each) => each.paths))];
  const problems = named.flatMap((each) => each.problems ?? []);
  const [only, ...others] = paths;
  if (only === undefined && problems.length === 0)
    throw usageError(
      `${words.join(' ')} has no archive of a host; allowed: a directory with at least one`,
      'ARCHIVE',
      words[0],
    );
  if (only !== undefined && others.length + problems.length === 0) return use(only, false);
  const found = new Set<number>();
  for (const { text, host } of problems) {
    io.err.write(`hostspec: ${oneLine(text, longestProblem)}\n`);
    if (host) onMissing?.(host);
    found.add(exitStatus.failure);
  }
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
  const {
    paths: [path = '', ...others],
  } = await namedBy(word, io);
  if (others.length > 0)
    throw usageError(
      `${JSON.stringify(word)} matches ${others.length + 1} paths; allowed here: one, such as ${path}`,
      'ARCHIVE',
      word,
    );
  return path;
}

const longestProblem = 1000;
/** The part of a text that can be shown: to look at the rest of a long one takes time. */
const short = (text: string): string => text.slice(0, longestProblem);

/** What an argument names. */
interface Named {
  readonly paths: readonly string[];
  readonly problems?: readonly { readonly text: string; readonly host?: HostLine }[];
}

/** The archives in the directory of a run over hosts, and the hosts without one; undefined if a path is something else. */
async function archivesOfRun(word: string, cwd: string): Promise<Named | undefined> {
  const directory = resolve(cwd, word);
  if (!existsSync(join(directory, 'hosts.ndjson'))) return undefined;
  const { default: glob } = await import('fast-glob');
  const names = await glob(['*.tar.gz', '*.ndjson', '!hosts.ndjson', '*/manifest.json'], {
    cwd: directory,
    followSymbolicLinks: false,
  });
  return {
    paths: names.sort().map((name) => join(word, name.replace(/\/manifest\.json$/, ''))),
    problems: await problemsOfRun(directory),
  };
}

async function problemsOfRun(directory: string): Promise<NonNullable<Named['problems']>> {
  const { readHostLines } = await import('@hostspec/archive');
  try {
    return (readHostLines(directory) ?? []).flatMap((host) => {
      const { name, archive, reason } = host;
      return archive === undefined
        ? [
            {
              text: `${short(name)} was not collected${reason === undefined ? '' : `: ${short(reason)}`}`,
              host,
            },
          ]
        : [];
    });
  } catch (error) {
    return [{ text: messageOf(error) }];
  }
}

/** A path that is there is never a pattern. */
async function namedBy(word: string, { cwd }: Pick<Io, 'cwd'>): Promise<Named> {
  const archives = await archivesOfRun(word, cwd);
  if (archives) return archives;
  if (!/[*?[\]{}()]/.test(word) || word.includes('://') || existsSync(resolve(cwd, word)))
    return { paths: [word] };
  const { default: glob } = await import('fast-glob');
  try {
    const found = await glob(word, { cwd, onlyFiles: false, followSymbolicLinks: false });
    // A lone - is standard input.
    if (found.length > 0) return { paths: found.sort().map((path) => (path === '-' ? './-' : path)) };
  } catch (error) {
    throw usageError(`the search for ${JSON.stringify(word)} failed: ${errorWords(error)}`, 'ARCHIVE', word);
  }
  throw usageError(
    `${JSON.stringify(word)} is not a path, and as a pattern it matches nothing; allowed: a path, or a pattern such as 'runs/**/*.tar.gz'`,
    'ARCHIVE',
    word,
  );
}
