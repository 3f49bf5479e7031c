import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { commandRoot } from './command-root.js';

/**
 * Why somebody other than root could change the data at a path, in words; undefined if nobody can, and for every user but
 * root. Everything on the way counts: whoever can write to a directory can put another thing in its place.
 */
export function whyUntrustedData(path: string, uid = process.geteuid?.()): string | undefined {
  if (uid !== 0) return undefined;
  return weakness(path, ({ stats, flaw, isLast, holdsLast }) => {
    // In a sticky directory nobody can replace what belongs to another.
    const sticky = (stats.mode & 0o1000) !== 0 && !isLast && !holdsLast;
    return flaw === 'mode' && sticky;
  });
}

/**
 * As `whyUntrustedData`, for code. What is protected as well as hostspec's own code is, is trusted as that is. A sticky
 * directory is no protection: Node looks for package.json and node_modules in every directory above a module, and anybody
 * can put them there.
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

/** Walks a path as the kernel does, link by link: a link can be turned elsewhere where it stands, by its owner too. */
function weakness(path: string, excused: (place: Place) => boolean): string | undefined {
  let rest = names(resolve(path));
  let at = '/';
  for (let links = 0; ; ) {
    const stats = lstatSync(at, { throwIfNoEntry: false });
    // In a directory that nobody else can write to, nobody else can add it.
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
