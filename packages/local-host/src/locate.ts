import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { hostError, normalize } from '@hostspec/spec';
import type { MountGuard, RiskyMount } from './mounts.js';
import { fromFileSystem, toFileSystem } from './path-bytes.js';

/** Where a path leads: to something that can be accessed, or to a risky mount on the way, which was not accessed. */
export type Location =
  | {
      readonly kind: 'real';
      /** The path to open it by: below a root its real path; on the running machine links are followed when it is opened. */
      readonly path: string;
      /** Its real path, if that is known. */
      readonly leadsTo: string;
    }
  | { readonly kind: 'mount'; readonly path: string; readonly mount: RiskyMount };

/**
 * Finds where paths of a host lead, without touching a mount that can hang. Links lead where they would if the host's root
 * were the system's root: absolute ones and `..` never lead out of it.
 */
export type Locate = (path: string) => Location;

const maxLinks = 40;

/** Makes the locator of a root directory; `/` for the running machine. Its errors are `HostError`s. */
export function locator(root: string, guard: MountGuard): Locate {
  const base = root === '/' ? '' : realpathSync(root);
  return (path) => {
    const inside = normalize(path);
    if (base === '' && !guard.any()) return { kind: 'real', path: inside, leadsTo: inside };
    const above = mountAbove(base, guard);
    if (above) return { kind: 'mount', path: `${base}${inside}`, mount: above };
    return walk(base, inside, guard);
  };
}

/** The mount that can hang that contains a root directory. */
function mountAbove(base: string, guard: MountGuard): RiskyMount | undefined {
  for (let end = base.indexOf('/', 1); base !== ''; end = base.indexOf('/', end + 1)) {
    const mount = guard.at(end === -1 ? base : base.slice(0, end));
    if (mount || end === -1) return mount;
  }
  return undefined;
}

function walk(base: string, inside: string, guard: MountGuard): Location {
  let rest = partsOf(inside);
  let current = base;
  let links = 0;
  for (let part = rest.shift(); part !== undefined; part = rest.shift()) {
    if (part === '.') continue;
    if (part === '..') {
      if (current !== base) current = current.slice(0, current.lastIndexOf('/'));
      continue;
    }
    const next = `${current}/${part}`;
    const mount = guard.at(next);
    if (mount) return { kind: 'mount', path: [next, ...rest].join('/'), mount };
    const target = linkTarget(next);
    if (target === undefined) {
      current = next;
      continue;
    }
    if (++links > maxLinks) throw hostError('refused', `${inside}: too many symbolic links`);
    if (target.startsWith('/')) current = base;
    rest = [...partsOf(target), ...rest];
  }
  const leadsTo = current || '/';
  return { kind: 'real', path: base === '' ? inside : leadsTo, leadsTo };
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function linkTarget(path: string): string | undefined {
  const bytes = toFileSystem(path);
  if (lstatSync(bytes, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return undefined;
  return fromFileSystem(readlinkSync(bytes, 'buffer'));
}

/** Makes the question whether a path can be touched without waiting for a mount that hangs. */
export function isReal(locate: Locate): (path: string) => boolean {
  return (path) => {
    try {
      return locate(path).kind === 'real';
    } catch {
      return false;
    }
  };
}
