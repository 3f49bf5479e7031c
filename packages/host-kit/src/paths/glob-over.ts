import { type FileFacts, type HostProblem, hasWildcard, isHostError, type Matches } from '@hostspec/spec';
import { defined } from '../content/objects.js';
import { graver } from '../host/problems.js';
import { fileNameMatcher, normalize } from './names.js';
import { isLinkLoop } from './resolve-links.js';

/** The parts of a host, or of a tree in memory, that a search for files needs; `list` throws `HostError`s. */
export interface GlobTree {
  list(path: string): Promise<readonly string[]> | readonly string[];
  /** Facts about the target of a path; undefined if nothing is there, as behind a dangling link. */
  stat(path: string): Promise<FileFacts | undefined> | FileFacts | undefined;
}

/**
 * The parts of a pattern, from the root on. Undefined if only a directory could match: the pattern ends with a slash, `.`
 * or `..`. @throws HostError `refused` for a NUL byte.
 */
export function patternParts(pattern: string): readonly string[] | undefined {
  const path = normalize(pattern);
  return /(?:^|\/)\.{0,2}$/.test(pattern) ? undefined : path.slice(1).split('/');
}

interface LeftOut {
  readonly reasons: Set<string>;
  problem?: HostProblem;
}

/** Finds the matches of patterns by the rules of `Host.glob`, with nothing but the listing and the facts of paths. */
export async function globOver(
  patterns: readonly string[],
  tree: GlobTree,
  { newest = Number.POSITIVE_INFINITY }: { readonly newest?: number } = {},
): Promise<Matches> {
  const left: LeftOut = { reasons: new Set() };
  const found: string[] = [];
  for (const pattern of patterns)
    for (const path of await pathsOf(patternParts(pattern) ?? [], tree, left))
      if ((await tree.stat(path))?.kind !== 'directory') found.push(path);
  const paths = found.length > newest ? await newestOf(found, tree, newest) : found;
  return {
    paths,
    ...(paths.length < found.length ? { matched: found.length } : {}),
    ...resultOf(left),
  };
}

/** The names that a pattern matched, sorted. */
export interface MatchedNames extends Pick<Matches, 'notEntered' | 'problem'> {
  readonly names: readonly string[];
}

/**
 * Finds everything that a pattern matches, directories too: its paths from the directory before the first wildcard on. Of more than
 * `most`, or more directories on the way, it takes the first.
 */
export async function listOver(pattern: string, tree: GlobTree, most: number): Promise<MatchedNames> {
  const parts = normalize(pattern).slice(1).split('/');
  const fixed = parts
    .slice(0, parts.findIndex(hasWildcard))
    .map((part) => `/${part}`)
    .join('');
  const left: LeftOut = { reasons: new Set() };
  const paths = await pathsOf(parts, tree, left, most);
  return { names: paths.map((path) => path.slice(fixed.length + 1)), ...resultOf(left) };
}

function resultOf({ reasons, problem }: LeftOut): Pick<Matches, 'notEntered' | 'problem'> {
  return defined({ notEntered: [...reasons], problem });
}

/** Everything that the parts of a pattern lead to, sorted. */
async function pathsOf(
  parts: readonly string[],
  tree: GlobTree,
  left: LeftOut,
  most = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  if (parts.length === 0) return [];
  let found = [''];
  for (const [index, part] of parts.entries()) {
    const below: string[] = [];
    for (const directory of found) {
      if (below.length > most) break;
      // Whether a directory on the way exists shows when it is listed.
      const isSure = !hasWildcard(part) && index < parts.length - 1;
      for (const name of isSure ? [part] : await namesIn(directory, part, tree, left))
        below.push(`${directory}/${name}`);
    }
    if (below.length > most) {
      leave(left, `everything after the first ${most} that match ${part}`, 'failed');
      below.length = most;
    }
    found = below;
  }
  return found.sort();
}

function leave(left: LeftOut, reason: string, problem: HostProblem): void {
  left.reasons.add(reason);
  left.problem = graver(left.problem, problem);
}

/** The names in a directory that match a part of a pattern. A name that can be looked up needs no listing. */
async function namesIn(
  directory: string,
  part: string,
  tree: GlobTree,
  left: LeftOut,
): Promise<readonly string[]> {
  if (!hasWildcard(part) && (await tree.stat(`${directory}/${part}`))) return [part];
  try {
    return (await tree.list(directory || '/')).filter(fileNameMatcher(part));
  } catch (error) {
    if (!isHostError(error)) throw error;
    if (error.problem === 'absent' || isLinkLoop(error)) return [];
    const facts = await tree.stat(directory || '/');
    if (facts === undefined || facts.kind === 'directory') leave(left, error.message, error.problem);
    return [];
  }
}

async function newestOf(paths: readonly string[], tree: GlobTree, most: number): Promise<readonly string[]> {
  const dated: { readonly index: number; readonly modified: number }[] = [];
  for (const [index, path] of paths.entries())
    dated.push({ index, modified: (await tree.stat(path))?.modified ?? 0 });
  dated.sort((one, other) => other.modified - one.modified);
  const kept = new Set(dated.slice(0, most).map(({ index }) => index));
  return paths.filter((_, index) => kept.has(index));
}
