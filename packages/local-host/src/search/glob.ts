import { defined, graver, patternParts } from '@hostspec/host-kit';
import { type HostProblem, hasWildcard, type Matches } from '@hostspec/spec';
import { type LeftOut, type Look, type LookHost, lookAround } from './look-around.js';

/** The parts of a host that a glob needs. */
export interface GlobHost extends LookHost {
  /** Time limit for the search itself, in seconds. */
  readonly timeout: number;
  /** Why the run is stopped; undefined while it is not. */
  readonly stopped: () => string | undefined;
}

const maxMatches = 10_000;

/** Limit for directories to search for one part of a pattern. */
const maxDirectories = 10_000;

/** Milliseconds after which other work runs. */
const turn = 20;

interface Match {
  /** The pattern's index in the list of patterns. */
  readonly order: number;
  readonly directory: string;
  readonly name: string;
}

/** Searches for the matches of one list of patterns. */
interface Search {
  readonly look: Look;
  readonly found: Newest<Match>;
  readonly leftOut: LeftOut;
  /** Why the search stops here; undefined if it goes on. */
  readonly over: () => Promise<string | undefined>;
}

/**
 * Finds the matches of patterns, by the rules of Python's glob: patterns in their order, the matches of each sorted,
 * names that begin with a dot only explicitly, no braces, no directories. If there are more than `most` matches, it finds the newest.
 */
export async function globPaths(
  patterns: readonly string[],
  host: GlobHost,
  most = maxMatches,
): Promise<Matches> {
  const notEntered = new Set<string>();
  let gravest: HostProblem | undefined;
  const leftOut: LeftOut = (reason, problem) => {
    notEntered.add(reason);
    gravest = graver(gravest, problem);
  };
  const look = lookAround(host, leftOut);
  const found = keepNewest<Match>(most, (matches) => timesOf(matches, look));
  const search = { look, found, leftOut, over: watch(host) };
  for (const [order, pattern] of patterns.entries()) await searchFor(pattern, order, search);
  await found.cut();
  const matches = found.kept().map(({ order, ...match }) => ({ order, path: pathOf(match) }));
  matches.sort((one, other) => one.order - other.order || (one.path < other.path ? -1 : 1));
  return {
    paths: matches.map(({ path }) => path),
    ...(found.added() > matches.length ? { matched: found.added() } : {}),
    notEntered: [...notEntered],
    ...defined({ problem: gravest }),
  };
}

/**
 * Creates the function that says why the search must stop: it took too long, or the run was stopped. Each call lets other work run, and does
 * not count the time of that.
 */
function watch({ timeout, stopped }: GlobHost): () => Promise<string | undefined> {
  let left = timeout * 1000;
  let resumed = performance.now();
  return async () => {
    const taken = performance.now() - resumed;
    if (taken > turn) {
      left -= taken;
      await new Promise(setImmediate);
      resumed = performance.now();
    }
    return stopped() ?? (left < 0 ? `it took longer than ${timeout} s` : undefined);
  };
}

async function searchFor(pattern: string, order: number, search: Search): Promise<void> {
  const { look, found, leftOut, over } = search;
  const enough = async (): Promise<boolean> => {
    if (found.full()) await found.cut();
    const reason = await over();
    if (reason !== undefined) leftOut(`the search for ${pattern} was stopped: ${reason}`, 'timed out');
    return reason !== undefined;
  };
  const parts = patternParts(pattern);
  if (parts === undefined) return;
  const last = parts.at(-1) ?? '';
  for (const directory of await directoriesOf(parts.slice(0, -1), search, enough)) {
    if (await enough()) return;
    const add = (name: string): void => found.add({ order, directory, name });
    const unsure = hasWildcard(last) ? [] : [last];
    if (unsure.length === 0)
      await look.children(
        directory || '/',
        last,
        (entry) => {
          if (entry.isSymbolicLink()) unsure.push(entry.name);
          else if (!entry.isDirectory()) add(entry.name);
        },
        enough,
      );
    for (const name of unsure) {
      if (await look.isFile(`${directory}/${name}`)) add(name);
      if (await enough()) return;
    }
  }
}

/** The directories, without a slash at their end, that the parts of a pattern lead to; some may not exist. */
async function directoriesOf(
  parts: readonly string[],
  { look, leftOut }: Search,
  enough: () => Promise<boolean>,
): Promise<readonly string[]> {
  let directories = [''];
  for (const part of parts) {
    if (!hasWildcard(part)) {
      directories = directories.map((directory) => `${directory}/${part}`);
      continue;
    }
    const below: string[] = [];
    for (const directory of directories) {
      if (below.length > maxDirectories || (await enough())) break;
      await look.children(
        directory || '/',
        part,
        (entry) => {
          if (below.length <= maxDirectories && (entry.isDirectory() || entry.isSymbolicLink()))
            below.push(`${directory}/${entry.name}`);
        },
        enough,
      );
    }
    if (below.length > maxDirectories)
      leftOut(`only the first ${maxDirectories} directories that match ${part} were searched`, 'failed');
    directories = below.slice(0, maxDirectories);
  }
  return directories;
}

async function timesOf(matches: readonly Match[], look: Look): Promise<readonly (number | undefined)[]> {
  const byDirectory = new Map<string, Match[]>();
  for (const match of matches) {
    const others = byDirectory.get(match.directory);
    if (others) others.push(match);
    else byDirectory.set(match.directory, [match]);
  }
  const times = new Map<Match, number | undefined>();
  for (const [directory, inIt] of byDirectory) {
    const modified = await look.modified(
      directory || '/',
      inIt.map(({ name }) => name),
    );
    for (const [index, match] of inIt.entries()) times.set(match, modified[index]);
  }
  return matches.map((match) => times.get(match));
}

function pathOf({ directory, name }: Pick<Match, 'directory' | 'name'>): string {
  return `${directory}/${name}`;
}

/** Keeps the newest of very many items with little memory. */
interface Newest<T> {
  add(one: T): void;
  /** Whether enough items were added to call `cut`. */
  full(): boolean;
  /** Removes all but the newest; asks for ages only if there are too many. */
  cut(): Promise<void>;
  /** The remaining items, unordered. */
  kept(): readonly T[];
  /** The total number of added items. */
  added(): number;
}

/** Makes an empty keeper with a limit; `modified` returns when each item was modified, or undefined if unknown. */
export function keepNewest<T>(
  most: number,
  modified: (some: readonly T[]) => Promise<readonly (number | undefined)[]>,
): Newest<T> {
  let newest: { readonly one: T; readonly time: number }[] = [];
  let waiting: T[] = [];
  let added = 0;
  return {
    add(one) {
      waiting.push(one);
      added++;
    },
    full: () => newest.length + waiting.length >= most * 2,
    async cut() {
      if (newest.length + waiting.length <= most) return;
      const times = await modified(waiting);
      for (const [index, one] of waiting.entries())
        newest.push({ one, time: times[index] ?? Number.NEGATIVE_INFINITY });
      waiting = [];
      newest = newest.sort((a, b) => b.time - a.time).slice(0, most);
    },
    kept: () => [...newest.map(({ one }) => one), ...waiting],
    added: () => added,
  };
}
