import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { commandRoot } from './command-root.js';

/**
 * Explains why a user other than root could change the data at a path; undefined if nobody can, and for every user except
 * root. Checks the whole path: anybody who can write to a directory can replace its entries.
 */
export function whyUntrustedData(path: string, uid = process.geteuid?.()): string | undefined {
  if (uid !== 0) return undefined;
  return weakness(path, ({ stats, flaw, isLast, holdsLast }) => {
    // In a sticky directory, users cannot replace files of other users.
    const sticky = (stats.mode & 0o1000) !== 0 && !isLast && !holdsLast;
    return flaw === 'mode' && sticky;
  });
}

/**
 * Like `whyUntrustedData`, for code. Trusts code that is protected as well as hostspec's own code. A sticky directory does
 * not protect code: Node looks for package.json and node_modules in every directory above a module, and anybody can
 * create them there.
 */
export function whyUntrustedCode(path: string, uid = process.geteuid?.()): string | undefined {
  if (uid !== 0) return undefined;
  const own = commandRoot();
  const ours = lstatSync(own);
  const above = new Set(ancestors(own));
  return weakness(path, ({ at, stats: { uid, gid, mode }, flaw }) => {
    if (above.has(at) || (flaw === 'owner' && uid === ours.uid)) return true;
    return flaw === 'mode' && (mode & 0o002) === 0 && gid === ours.gid && (ours.mode & 0o020) !== 0;
  });
}

interface Place {
  readonly at: string;
  readonly stats: Stats;
  readonly flaw: 'owner' | 'mode';
  /** Whether the path ends here. */
  readonly isLast: boolean;
  /** Whether the path ends directly in this directory. */
  readonly holdsLast: boolean;
}

const mostLinks = 40;

/** Walks a path as the kernel does, link by link: the owner of a link, or of its directory, can change its target. */
function weakness(path: string, excused: (place: Place) => boolean): string | undefined {
  let rest = names(resolve(path));
  let at = '/';
  for (let links = 0; ; ) {
    const stats = lstatSync(at, { throwIfNoEntry: false });
    // A missing entry is safe: nobody else can write to its directory, so nobody else can create it.
    if (!stats) return undefined;
    const isLast = rest.length === 0;
    const why = flawsOf(at, stats, (flaw) =>
      excused({ at, stats, flaw, isLast, holdsLast: rest.length === 1 }),
    );
    if (why !== undefined) return why;
    if (stats.isSymbolicLink()) {
      if (++links > mostLinks) return `${path} leads through more than ${mostLinks} symbolic links`;
      const target = readlinkSync(at);
      rest = [...names(target), ...rest];
      at = target.startsWith('/') ? '/' : dirname(at);
      continue;
    }
    const [next, ...others] = rest;
    if (next === undefined) return undefined;
    at = next === '..' ? dirname(at) : join(at, next);
    rest = others;
  }
}

function flawsOf(at: string, stats: Stats, excused: (flaw: Place['flaw']) => boolean): string | undefined {
  const { uid, gid, mode } = stats;
  if (uid !== 0 && !excused('owner')) return `${at} belongs to user ${uid}`;
  if (stats.isSymbolicLink() || (mode & 0o022) === 0 || excused('mode')) return undefined;
  return `${at} can be written to by ${(mode & 0o002) === 0 ? `group ${gid}` : 'everybody'}`;
}

function names(path: string): string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.');
}

function ancestors(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...ancestors(parent), path];
}
