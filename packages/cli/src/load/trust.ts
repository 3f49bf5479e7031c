import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemWords } from '@hostspec/spec';
import { usageError } from '../usage-error.js';

/**
 * Why somebody other than root could change what is at a path, in words; undefined where nobody can, and for every user
 * but root. Directories above it count, as whoever may write to one can put another thing in its place.
 */
function whyUntrusted(path: string, uid = process.geteuid?.()): string | undefined {
  if (uid !== 0) return undefined;
  return weakness(path, () => false);
}

/** As `whyUntrusted`, for code: what is protected as hostspec's own code is, is trusted as that is. */
export function whyUntrustedCode(path: string, uid = process.geteuid?.()): string | undefined {
  if (uid !== 0) return undefined;
  const own = realpathSync(fileURLToPath(new URL('..', import.meta.url)));
  const ours = lstatSync(own);
  const above = new Set(chain(own));
  return weakness(
    path,
    (at, { uid, gid, mode }, flaw) =>
      above.has(at) ||
      (flaw === 'owner' && uid === ours.uid) ||
      (flaw === 'group' && (mode & 0o002) === 0 && gid === ours.gid && (ours.mode & 0o020) !== 0),
  );
}

// In such a directory nobody can replace what belongs to another.
const sticky = 0o1000;

type Excuse = (path: string, stats: Stats, flaw: 'owner' | 'group') => boolean;

function weakness(path: string, excused: Excuse): string | undefined {
  const real = realpathSync(path);
  // A symbolic link is replaced in the directory where it stands, not where it leads.
  const places = new Set([...chain(dirname(resolve(path))).map((at) => realpathSync(at)), ...chain(real)]);
  for (const at of places) {
    const stats = lstatSync(at);
    if (stats.uid !== 0 && !excused(at, stats, 'owner')) return `${at} belongs to user ${stats.uid}`;
    const held = (stats.mode & sticky) !== 0 && at !== real && at !== dirname(real);
    if ((stats.mode & 0o022) !== 0 && !held && !excused(at, stats, 'group'))
      return `${at} can be written to by ${(stats.mode & 0o002) === 0 ? `group ${stats.gid}` : 'everybody'}`;
  }
  return undefined;
}

function chain(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...chain(parent), path];
}

const maxBytes = 4 * 1024 * 1024;

/** Text of a file that says what is to be done. @throws UsageError where it is no file, or root must not believe it. */
export function readTrustedText(path: string, subject: string): string {
  const refuse = (why: string): Error => usageError(`${subject} ${path}: ${why}`, subject, path);
  let fd: number;
  try {
    const why = whyUntrusted(path);
    if (why !== undefined)
      throw refuse(
        `root does not follow what others could have written: ${why}; allowed: a file and directories of root that only root can write to`,
      );
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw refuse(`cannot be read: ${systemWords(error)}`);
  }
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw refuse(`${basename(path)} is no regular file`);
    if (stats.size > maxBytes)
      throw refuse(`${stats.size} bytes are more than the ${maxBytes} that are allowed`);
    const bytes = Buffer.alloc(stats.size);
    const length = readSync(fd, bytes, 0, bytes.length, 0);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length));
  } catch (error) {
    if (error instanceof TypeError) throw refuse('is not UTF-8 text');
    throw error;
  } finally {
    closeSync(fd);
  }
}
