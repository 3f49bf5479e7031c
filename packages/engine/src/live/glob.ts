import { type Dirent, lstat, lstatSync, type Stats, stat, statSync } from 'node:fs';
import type { Matches } from '@hostspec/spec';
import type { ReadDirectory } from './directory.js';
import { type Locate, type Location, normalize } from './locate.js';
import { toFileSystem } from './path-bytes.js';
import { codeOf } from './problems.js';

/** How paths on a mount that can hang are looked at, once the user asked for it. */
export interface MountEntry {
  entries(path: string): Promise<readonly Dirent[]>;
  isDirectory(path: string): Promise<boolean>;
}

/** What a glob needs of a host. */
export interface GlobHost {
  /** The real path of the root directory. */
  readonly root: string;
  readonly locate: Locate;
  readonly readDirectory: ReadDirectory;
  /** The way to enter a mount; undefined where it is not to be entered. */
  readonly enter: (location: Location) => MountEntry | undefined;
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
  const walker = guardedWalker(host, notEntered);
  if (!/[*?[]/.test(pattern)) {
    const path = normalize(pattern);
    return (await walker.isFile(path)) ? [path] : [];
  }
  const { default: fastGlob } = await import('fast-glob');
  const found = await fastGlob.async(fromPython(normalize(pattern).slice(1)), {
    cwd: host.root,
    absolute: true,
    onlyFiles: false,
    unique: false,
    braceExpansion: false,
    extglob: false,
    globstar: false,
    suppressErrors: true,
    fs: walker.fs as never,
  });
  const paths: string[] = [];
  for (const full of found) {
    const path = host.root === '/' ? full : full.slice(host.root.length);
    if (await walker.isFile(path)) paths.push(path);
  }
  return paths.sort();
}

/** The file system as fast-glob sees it: nothing outside the root, and no mount that is not to be entered. */
function guardedWalker(host: GlobHost, notEntered: Set<string>) {
  const inside = (full: string): string => (host.root === '/' ? full : full.slice(host.root.length) || '/');
  const place = (path: string): Location | undefined => {
    try {
      const location = host.locate(path);
      if (location.kind === 'real' || host.enter(location)) return location;
      notEntered.add(`${path}: ${location.mount.type} mount ${location.mount.path}, not entered`);
    } catch (error) {
      notEntered.add(error instanceof Error ? error.message : String(error));
    }
    return undefined;
  };
  const absent = (): NodeJS.ErrnoException => Object.assign(new Error('not entered'), { code: 'ENOENT' });
  const ask =
    (own: (path: string | Buffer, done: Callback<Stats>) => void) =>
    (full: string, done: Callback<Stats>): void => {
      const location = place(inside(full));
      const mounted = location && host.enter(location);
      if (!location) done(absent());
      else if (!mounted) own(toFileSystem(full), done);
      else
        mounted.isDirectory(location.path).then(
          (directory) => done(null, fakeStats(directory)),
          () => done(absent()),
        );
    };
  const readdir = (full: string, _options: unknown, done: Callback<readonly Dirent[]>): void => {
    const location = place(inside(full));
    const mounted = location && host.enter(location);
    if (!location) done(absent());
    else if (mounted)
      mounted.entries(location.path).then(
        (entries) => done(null, entries),
        () => done(absent()),
      );
    else
      try {
        done(null, host.readDirectory(full));
      } catch (error) {
        if (codeOf(error) === 'EACCES') notEntered.add(`${inside(full)}: permission denied`);
        done(error as NodeJS.ErrnoException);
      }
  };
  return {
    fs: { lstat: ask(lstat as never), stat: ask(stat as never), lstatSync, statSync, readdir },
    /** Whether something that is no directory stands there, as far as one may look. */
    async isFile(path: string): Promise<boolean> {
      const location = place(path);
      if (!location) return false;
      const mounted = host.enter(location);
      if (mounted) return !(await mounted.isDirectory(location.path).catch(() => true));
      const facts = lstatSync(toFileSystem(host.root === '/' ? path : host.root + path), {
        throwIfNoEntry: false,
      });
      if (!facts?.isSymbolicLink()) return facts !== undefined && !facts.isDirectory();
      return !(statSync(toFileSystem(location.path), { throwIfNoEntry: false })?.isDirectory() ?? false);
    },
  };
}

function fakeStats(directory: boolean): Stats {
  return { isDirectory: () => directory, isFile: () => !directory, isSymbolicLink: () => false } as Stats;
}

/** fast-glob negates a set with `!` and `^` alike and reads `!`, `#`, `(`, `{` at special places; Python reads them literally. */
function fromPython(pattern: string): string {
  return pattern.replaceAll(/[(){}|+@^$\\]|^!|(?<!\[)!/g, '\\$&');
}
