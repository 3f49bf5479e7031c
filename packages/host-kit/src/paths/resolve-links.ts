import { type HostError, hostError, isHostError } from '@hostspec/spec';
import { normalize } from './names.js';

/** Bytes of the longest path that Linux accepts. */
export const longestPath = 4096;

/** The most links on the way of a path: as many as the kernel follows. */
export const maxLinks = 40;

/** Where a path leads when its links are followed. */
export interface Resolved {
  /** The path without links. */
  readonly path: string;
  /** The names after it, which were not looked at; empty unless a barrier stopped the way. */
  readonly rest: readonly string[];
}

/**
 * Follows the links of a path below a root, as the system would if that were its own root: absolute links and `..` never
 * lead out of it. `linkAt` gives the target of a link, or undefined for anything else; it is asked only for paths whose
 * parents contain no link, and never for a path at which `isBarrier` is true, or one behind it.
 *
 * @throws HostError `refused` for more than 40 links, as in a loop, and for a NUL byte in the path.
 */
export function resolveLinks(
  path: string,
  linkAt: (path: string) => string | undefined,
  isBarrier: (path: string) => boolean = () => false,
): Resolved {
  const inside = normalize(path);
  let rest = namesOf(inside);
  let current = '';
  let links = 0;
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    if (name === '..') {
      current = current.slice(0, current.lastIndexOf('/'));
      continue;
    }
    const next = `${current}/${name}`;
    if (isBarrier(next)) return { path: next, rest };
    const target = linkAt(next);
    if (target === undefined) {
      current = next;
      continue;
    }
    if (++links > maxLinks) throw linkLoop(inside);
    if (target.startsWith('/')) current = '';
    rest = [...namesOf(target), ...rest];
  }
  return { path: current || '/', rest: [] };
}

/** The error for links that lead in a circle. */
export function linkLoop(path: string): HostError {
  return Object.assign(hostError('refused', `${path}: too many symbolic links`), { isLinkLoop: true });
}

/** Whether an error is that of `linkLoop`. */
export function isLinkLoop(error: unknown): boolean {
  return isHostError(error) && 'isLinkLoop' in error;
}

function namesOf(path: string): string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.');
}
