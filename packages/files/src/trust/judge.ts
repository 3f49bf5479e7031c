import type { Stats } from 'node:fs';
import { servingUser } from './mount-server.js';
import { ownsSafely } from './owners.js';
import { parentOf } from './walk.js';

const writableByGroup = 0o020;
const writableByOthers = 0o002;
const sticky = 0o1000;

/** The users who may write to something besides its owner. */
export type Writers = 'group' | 'everybody';

/** Who may write to something besides its owner; undefined for nobody. The group bits are the mask of an access control list. */
export function writersOf({ mode }: Pick<Stats, 'mode'>): Writers | undefined {
  if ((mode & writableByOthers) !== 0) return 'everybody';
  return (mode & writableByGroup) === 0 ? undefined : 'group';
}

/** Whether only owners can remove their names from a directory. */
export function isSticky({ mode }: Pick<Stats, 'mode'>): boolean {
  return (mode & sticky) !== 0;
}

/** What is at a path on the way, and what its directory allows. */
export interface Place {
  /** Without links before its last name. */
  readonly path: string;
  readonly stats: Stats;
  /** The directory that it is in; undefined for the root. */
  readonly directory?: Stats | undefined;
}

/** Somebody besides root and this process's own account could change what a path leads to; the message says who, and where. */
export class Untrusted extends Error {
  override readonly name = 'Untrusted';
}

/** What differs by purpose. */
export interface Purpose {
  /** Whether an owner is trusted. Default: root, this process's own, and unmapped owners where only root makes files. */
  readonly trusts?: (uid: number, path: string) => boolean;
  /** Whether nothing at a path counts as a flaw. Default: no. */
  readonly excuses?: (path: string) => boolean;
  /** Whether those who may write are trusted. Default: no. */
  readonly mayWrite?: (place: Place, writers: Writers) => boolean;
  /** Whether a sticky directory keeps others from changing names that are not theirs. Default: yes. */
  readonly sticky?: boolean;
}

/** Why others could change what is at a path: its owner, those who serve its file system, those who may write to its directory, or to it. */
export type Flaw =
  | { readonly by: 'owner' | 'directory' | 'writers' }
  | { readonly by: 'server'; readonly uid: number };

/**
 * The only place that decides who may change what is at a path. A file or link in a sticky directory is a flaw: others can make it there as
 * a second name of one elsewhere. A directory has no second name, and others cannot move one that they may not write to.
 */
export function flawOf(place: Place, purpose: Purpose = {}): Flaw | undefined {
  const { trusts = ownsSafely, excuses, mayWrite, sticky: protects = true } = purpose;
  const { path, stats, directory } = place;
  if (excuses?.(path)) return undefined;
  if (!trusts(stats.uid, path)) return { by: 'owner' };
  const server = directory && directory.dev !== stats.dev ? servingUser(stats.dev) : undefined;
  if (server !== undefined && server !== 0 && server !== process.geteuid?.())
    return { by: 'server', uid: server };
  if (protects && directory && isSharedDirectory(directory) && !stats.isDirectory())
    return { by: 'directory' };
  if (stats.isSymbolicLink()) return undefined;
  const writers = writersOf(stats);
  if (writers === undefined || mayWrite?.(place, writers) || (protects && isSharedDirectory(stats)))
    return undefined;
  return { by: 'writers' };
}

/** Checks who may change what is at a path. @throws Untrusted */
export function requireTrusted(place: Place, purpose?: Purpose): void {
  const flaw = flawOf(place, purpose);
  if (flaw === undefined) return;
  const { path, stats, directory } = place;
  const link = stats.isSymbolicLink() ? 'the symbolic link ' : '';
  if (flaw.by === 'owner') throw new Untrusted(`${link}${path} belongs to user ${stats.uid}`);
  if (flaw.by === 'server')
    throw new Untrusted(`${path} is a file system served by a program of user ${flaw.uid}`);
  if (flaw.by === 'directory' && directory)
    throw new Untrusted(`${parentOf(path)} ${writersWords(directory)}`);
  throw new Untrusted(`${path} ${writersWords(stats)}`);
}

/** Whether others can make names in a directory, but each user can change only their own. */
export function isSharedDirectory(stats: Stats): boolean {
  return stats.isDirectory() && writersOf(stats) !== undefined && isSticky(stats);
}

/** Who may write to something, in words. */
export function writersWords(stats: Pick<Stats, 'mode' | 'gid'>): string {
  return `can be written to by ${writersOf(stats) === 'everybody' ? 'everybody' : `group ${stats.gid}`}`;
}
