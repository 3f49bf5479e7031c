import { fileNameMatcher, hasWildcard } from './glob.js';
import { type FileFacts, type GlobOptions, isHostError, type Matches } from './host.js';
import { normalize } from './normalize.js';
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

/** Finds the matches of patterns by the rules of `Host.glob`, with nothing but the listing and the facts of paths. */
export async function globOver(
  patterns: readonly string[],
  tree: GlobTree,
  { newest = Number.POSITIVE_INFINITY }: GlobOptions = {},
): Promise<Matches> {
  const notEntered = new Set<string>();
  const found: string[] = [];
  for (const pattern of patterns) found.push(...(await matchesOf(pattern, tree, notEntered)));
  const paths = found.length > newest ? await newestOf(found, tree, newest) : found;
  return {
    paths,
    ...(paths.length < found.length ? { matched: found.length } : {}),
    notEntered: [...notEntered],
  };
}

async function matchesOf(pattern: string, tree: GlobTree, notEntered: Set<string>): Promise<string[]> {
  const parts = patternParts(pattern);
  if (parts === undefined) return [];
  const last = parts.at(-1) ?? '';
  let directories = [''];
  for (const part of parts.slice(0, -1)) {
    const below: string[] = [];
    for (const directory of directories)
      for (const name of hasWildcard(part) ? await namesIn(directory, part, tree, notEntered) : [part])
        below.push(`${directory}/${name}`);
    directories = below;
  }
  const found: string[] = [];
  for (const directory of directories)
    for (const name of await namesIn(directory, last, tree, notEntered))
      if ((await tree.stat(`${directory}/${name}`))?.kind !== 'directory') found.push(`${directory}/${name}`);
  return found.sort();
}

/** The names in a directory that match a part of a pattern. A name that can be looked up needs no listing. */
async function namesIn(
  directory: string,
  part: string,
  tree: GlobTree,
  notEntered: Set<string>,
): Promise<readonly string[]> {
  if (!hasWildcard(part) && (await tree.stat(`${directory}/${part}`))) return [part];
  try {
    return (await tree.list(directory || '/')).filter(fileNameMatcher(part));
  } catch (error) {
    if (!isHostError(error)) throw error;
    if (error.problem === 'absent' || isLinkLoop(error)) return [];
    const facts = await tree.stat(directory || '/');
    if (facts === undefined || facts.kind === 'directory') notEntered.add(error.message);
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
