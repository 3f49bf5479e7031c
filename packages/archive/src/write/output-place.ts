import { accessSync, constants, type Stats } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { errorWords, unmappedOwner } from '@hostspec/files';
import { UsageError } from '@hostspec/spec';
import { type HeldDirectory, holdDirectory, type Step } from '../held-directory.js';
import { servingUser } from './mount-server.js';

/** A directory that archives are made in. */
export interface OutputPlace extends HeldDirectory {
  /** Whether others can make names in it, of which each can change only their own. */
  readonly shared: boolean;
}

/** Which directories are acceptable. */
export interface PlaceRules {
  /** It is the archive's own folder: nobody else may be able to make names in it, and it must be this user's. */
  readonly alone?: boolean;
}

const sticky = 0o1000;

/**
 * The only check of where output goes: holds a directory that only root and this user can replace, move or link
 * elsewhere, nor any directory or link on the way to it.
 *
 * @throws UnsafePlace for any other directory; the system's error if there is none.
 */
export function openOutputPlace(path: string, { alone = false }: PlaceRules = {}): OutputPlace {
  const user = process.geteuid?.() ?? 0;
  let last: Stats | undefined;
  const directory = holdDirectory(path, (step) => {
    const why = weaknessOf(step, user);
    if (why !== undefined) throw new UnsafePlace(why);
    last = step.stats;
  });
  const stats = last as Stats;
  const shared = isOpenToOthers(stats, user);
  if (alone && (shared || stats.uid !== user)) {
    directory.close();
    const why = stats.uid === user ? writers(stats) : `belongs to user ${stats.uid}`;
    throw new UnsafePlace(`${path} ${why}`);
  }
  return { ...directory, shared };
}

/** A directory that others could exchange; the message says which and who. */
export class UnsafePlace extends Error {
  override readonly name = 'UnsafePlace';
}

/** The error for an option that names an unsafe place: with a safe place. */
export function unsafePlace(option: string, path: string, name: string, why: string): UsageError {
  const user = process.geteuid?.() === 0 ? 'only root' : 'only you and root';
  const example = [homedir(), '/var/tmp', '/tmp'].find(isUsablePlace);
  const such = example === undefined ? '' : `, such as ${join(example, name)}`;
  return new UsageError(
    'INVALID_OPTION',
    `${option} ${JSON.stringify(path)} is not safe: ${why}; allowed: a path in a directory that ${user} can change${such}`,
    { subject: option, value: path },
  );
}

/** Whether output can and may go to a directory. */
export function isUsablePlace(path: string): boolean {
  return outputProblem(path) === undefined;
}

/** Why no archive can be made in a directory, in words; undefined if one can. Changes nothing. */
export function outputProblem(path: string): string | undefined {
  try {
    openOutputPlace(path).close();
    accessSync(path, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    if (error instanceof UnsafePlace) return error.message;
    return errorWords(error);
  }
}

/** The users besides root and this one who could redirect the path, in words; undefined if nobody can. */
function weaknessOf({ path, stats, mounted }: Step, user: number): string | undefined {
  const what = stats.isSymbolicLink() ? `the symbolic link ${path}` : path;
  const { uid, mode } = stats;
  if (uid !== 0 && uid !== user && uid !== unmappedOwner())
    return `${what} belongs to user ${uid}, who could replace it`;
  const server = mounted ? servingUser(stats.dev) : undefined;
  if (server !== undefined && server !== 0 && server !== user)
    return `${path} is a file system served by a program of user ${server}`;
  if (stats.isSymbolicLink() || !isOpenToOthers(stats, user) || (mode & sticky) !== 0) return undefined;
  return `${path} ${writers(stats)}`;
}

/** A list of access rights for single users shows in the bits of the group: they are its mask. */
function isOpenToOthers({ gid, mode }: Stats, user: number): boolean {
  // By convention, a user's group of the same number has no other member: directories of a user often belong to it.
  const ownGroup = user !== 0 && gid === user && gid === process.getegid?.();
  return (mode & (ownGroup ? 0o002 : 0o022)) !== 0;
}

function writers({ gid, mode }: Stats): string {
  return `can be written to by ${(mode & 0o002) === 0 ? `group ${gid}` : 'everybody'}`;
}
