import { accessSync, constants, type Stats } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { usageError } from '@hostspec/host-kit';
import type { UsageError } from '@hostspec/spec';
import { errorWords } from '../system-error.js';
import { type HeldDirectory, holdDirectory } from './held-directory.js';
import { isSharedDirectory, type Purpose, requireTrusted, Untrusted, writersWords } from './judge.js';
import { isTrusted } from './owners.js';

/** A directory that archives are made in. */
export interface OutputPlace extends HeldDirectory {
  /** Whether others can make names in it, but each user can change only their own. */
  readonly shared: boolean;
}

/** What is required of a directory for output. */
export interface PlaceRules {
  /** For an archive's own folder: it must be this user's, and nobody else may be able to make names in it. */
  readonly alone?: boolean;
}

/**
 * The only check of where output goes. Holds a directory if only root and this user can replace, move or link elsewhere the directory and
 * each directory and link on the way to it.
 *
 * @throws Untrusted for any other directory; the system's error if there is none.
 */
export function openOutputPlace(path: string, { alone = false }: PlaceRules = {}): OutputPlace {
  let last: Stats | undefined;
  const directory = holdDirectory(path, (place) => {
    requireTrusted(place, purpose);
    last = place.stats;
  });
  const stats = last as Stats;
  const shared = isSharedDirectory(stats);
  if (alone && (shared || stats.uid !== process.geteuid?.())) {
    directory.close();
    throw new Untrusted(`${path} ${shared ? writersWords(stats) : `belongs to user ${stats.uid}`}`);
  }
  return { ...directory, shared };
}

/** The error for an option that names an unsafe place: with a safe place. */
export function unsafePlace(option: string, path: string, name: string, why: string): UsageError {
  const user = process.geteuid?.() === 0 ? 'only root' : 'only you and root';
  const example = [homedir(), '/var/tmp', '/tmp'].find(isUsablePlace);
  const such = example === undefined ? '' : `, such as ${join(example, name)}`;
  return usageError(
    `${option} ${JSON.stringify(path)} is not safe: ${why}; allowed: a path in a directory that ${user} can change${such}`,
    option,
    path,
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
    if (error instanceof Untrusted) return error.message;
    return errorWords(error);
  }
}

/** By convention, a user's group of the same number has no other member: directories of a user often belong to it. */
function isOwnGroup({ gid }: Stats): boolean {
  return gid !== 0 && gid === process.geteuid?.() && gid === process.getegid?.();
}

const purpose: Purpose = {
  trusts: isTrusted,
  mayWrite: ({ stats }, writers) => writers === 'group' && isOwnGroup(stats),
};
