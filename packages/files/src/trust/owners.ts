import { unmappedOwner } from './unmapped-owner.js';

/** Whether an account is root, this process's own, or the one that unmapped files seem to have. */
export function isTrusted(uid: number): boolean {
  return uid === 0 || uid === process.geteuid?.() || uid === unmappedOwner();
}

/**
 * Whether the owner of a file is trusted to decide what this process does, as programs, code and options do. A user namespace shows files of root
 * and of other users alike as those of an unmapped owner, so that owner counts only in places where only root can create files.
 */
export function ownsSafely(uid: number, path: string): boolean {
  return uid === unmappedOwner() && uid !== process.geteuid?.() ? isRootsPlace(path) : isTrusted(uid);
}

/** The root, the directories in it, those of the distribution, and what is below /etc. */
function isRootsPlace(path: string): boolean {
  return /^\/[^/]*$|^\/etc\//.test(path) || isOfSystem(path);
}

/** Directories of the distribution, with the links in /etc that lead from one of its programs to another. */
export function isOfSystem(path: string): boolean {
  return /^\/(?:bin|sbin|usr|lib(?:32|64|x32)?|etc\/alternatives)(?:\/|$)/.test(path)
    ? !/^\/usr\/local(?:\/|$)/.test(path)
    : path === '/etc';
}
