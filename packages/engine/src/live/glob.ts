import { type Dirent, lstat, lstatSync, type Stats, stat, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isHostError, type Matches } from '@hostspec/spec';
import { type DirectoryReader, maxWanted, type WantName } from './directory.js';
import { type Locate, type Location, normalize } from './locate.js';
import type { MountEntry } from './mount-entry.js';
import { toFileSystem } from './path-bytes.js';
import { fixedPart, hasWildcard, namesOf, toWalk, unveil, veil } from './pattern.js';
import { codeOf, problemOf } from './problems.js';

/** What a glob needs of a host. */
export interface GlobHost {
  /** The real path of the root directory. */
  readonly root: string;
  readonly locate: Locate;
  readonly directories: DirectoryReader;
  readonly mounts: MountEntry;
}

type Callback<T> = (error: NodeJS.ErrnoException | null, value?: T) => void;

/**
 * Finds what patterns match, by the rules of Python's glob: patterns in their order, the matches of each sorted,
 * names that begin with a dot only explicitly, no braces, no directories.
 */
export async function globPaths(patterns: readonly string[], host: GlobHost): Promise<Matches> {
  const notEntered = new Set<string>();
  const paths: string[] = [];
  for (const pattern of patterns)
    for (const path of await matchesOf(pattern, host, notEntered)) paths.push(path);
  return { paths, notEntered: [...notEntered] };
}

async function matchesOf(pattern: string, host: GlobHost, notEntered: Set<string>): Promise<string[]> {
  const path = normalize(pattern);
  const walker = guardedWalker(path, host, notEntered);
  if (!hasWildcard(pattern)) return (await walker.isFile(path)) ? [path] : [];
  if (walker.lacks(fixedPart(path))) return [];
  const { default: fastGlob } = await import('fast-glob');
  const options = {
    cwd: '/',
    absolute: true,
    dot: true,
    onlyFiles: false,
    unique: false,
    braceExpansion: false,
    extglob: false,
    globstar: false,
    suppressErrors: true,
    fs: walker.fs as never,
  };
  // The streams of the asynchronous way cost more than the directories; only a mount to enter needs it.
  const local = fastGlob.sync(toWalk(path), options);
  const found = walker.metMount() ? await fastGlob.async(toWalk(path), options) : local;
  const paths: string[] = [];
  for (const path of found.map(unveil)) if (await walker.isFile(path)) paths.push(path);
  return paths.sort();
}

/**
 * The file system as fast-glob sees it: that of the host, no link leading out of its root and no mount that is not to be
 * entered, and of each directory the names that the pattern wants.
 */
function guardedWalker(pattern: string, host: GlobHost, notEntered: Set<string>) {
  const wanted = pattern.split('/').slice(1).map(namesOf);
  const followed = (_path: string, location: Location): string => location.path;
  /** The link itself, where a path is one. */
  const itself = (path: string): string =>
    host.root === '/' ? path : join(host.locate(dirname(path)).path, basename(path));
  let met = false;
  const place = (path: string): Location | undefined => {
    try {
      const location = host.locate(path);
      if (location.kind === 'real' || host.mounts.enter(location)) return location;
      notEntered.add(host.mounts.refusal(path, location).message);
    } catch (error) {
      notEntered.add(problemOf(error, path).message);
    }
    return undefined;
  };
  const absent = (): NodeJS.ErrnoException => Object.assign(new Error('not entered'), { code: 'ENOENT' });
  /** Says why something on a mount was not seen. */
  const unseen = (error: unknown): void => {
    if (!isHostError(error) || error.problem !== 'absent')
      notEntered.add(error instanceof Error ? error.message : String(error));
  };
  const ask =
    (own: (path: string | Buffer, done: Callback<Stats>) => void, where: typeof followed) =>
    (asked: string, done: Callback<Stats>): void => {
      const path = unveil(asked);
      const location = place(path);
      const mounted = location && host.mounts.enter(location);
      if (!location) done(absent());
      else if (!mounted) own(toFileSystem(where(path, location)), done);
      else
        mounted.isDirectory(location.path).then(
          (directory) => done(null, fakeStats(directory)),
          (error: unknown) => {
            unseen(error);
            done(absent());
          },
        );
    };
  const askNow =
    (own: (path: string | Buffer) => Stats, where: typeof followed) =>
    (asked: string): Stats => {
      const path = unveil(asked);
      const location = place(path);
      if (!location) throw absent();
      if (!host.mounts.enter(location)) return own(toFileSystem(where(path, location)));
      met = true;
      throw absent();
    };
  const wantedOf = (path: string): WantName =>
    wanted[path === '/' ? 0 : path.split('/').length - 1] ?? (() => false);
  const chosen = (path: string, entries: readonly Dirent[]): readonly Dirent[] => {
    const want = wantedOf(path);
    return entries.filter((entry) => want(entry.name)).map(veiledEntry);
  };
  const localEntries = (path: string, location: Location): readonly Dirent[] => {
    try {
      const { entries, cut } = host.directories.entries(location.path, wantedOf(path));
      if (cut) notEntered.add(`${path}: only the first ${maxWanted} names that match`);
      return chosen(path, entries);
    } catch (error) {
      if (codeOf(error) === 'EACCES') notEntered.add(`${path}: permission denied`);
      throw error;
    }
  };
  const readdirSync = (asked: string): readonly Dirent[] => {
    const path = unveil(asked);
    const location = place(path);
    if (!location) throw absent();
    if (!host.mounts.enter(location)) return localEntries(path, location);
    met = true;
    throw absent();
  };
  const readdir = (asked: string, _options: unknown, done: Callback<readonly Dirent[]>): void => {
    const path = unveil(asked);
    const location = place(path);
    const mounted = location && host.mounts.enter(location);
    if (!location) done(absent());
    else if (mounted)
      mounted.entries(location.path).then(
        (entries) => done(null, chosen(path, entries)),
        (error: unknown) => {
          unseen(error);
          done(absent());
        },
      );
    else
      try {
        done(null, localEntries(path, location));
      } catch (error) {
        done(error as NodeJS.ErrnoException);
      }
  };
  return {
    fs: {
      lstat: ask(lstat as never, itself),
      stat: ask(stat as never, followed),
      lstatSync: askNow(lstatSync as never, itself),
      statSync: askNow(statSync as never, followed),
      readdir,
      readdirSync,
    },
    /** Whether a mount that is to be entered was met. */
    metMount: () => met,
    /** Whether there is certainly no such directory. */
    lacks(path: string): boolean {
      const location = place(path);
      if (location === undefined) return true;
      if (location.kind === 'mount') return false;
      return statSync(toFileSystem(location.path), { throwIfNoEntry: false })?.isDirectory() !== true;
    },
    /** Whether something that is no directory stands there, as far as one may look. */
    async isFile(path: string): Promise<boolean> {
      const location = place(path);
      if (!location) return false;
      const mounted = host.mounts.enter(location);
      if (mounted)
        return mounted.isDirectory(location.path).then(
          (directory) => !directory,
          (error: unknown) => {
            unseen(error);
            return false;
          },
        );
      try {
        const facts = lstatSync(toFileSystem(itself(path)), { throwIfNoEntry: false });
        if (!facts?.isSymbolicLink()) return facts !== undefined && !facts.isDirectory();
        return !(statSync(toFileSystem(location.path), { throwIfNoEntry: false })?.isDirectory() ?? false);
      } catch {
        // What cannot be looked at is said when it is collected.
        return true;
      }
    },
  };
}

function fakeStats(directory: boolean): Stats {
  return { isDirectory: () => directory, isFile: () => !directory, isSymbolicLink: () => false } as Stats;
}

function veiledEntry(entry: Dirent): Dirent {
  const name = veil(entry.name);
  return name === entry.name ? entry : Object.assign(Object.create(entry) as Dirent, { name });
}
