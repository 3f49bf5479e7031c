import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { hostError } from '@hostspec/spec';
import type { MountGuard, RiskyMount } from './mounts.js';
import { fromFileSystem, toFileSystem } from './path-bytes.js';

/** Where a path leads: its real path, or the risky mount on the way, which was not touched. */
export type Location =
  | { readonly kind: 'real'; readonly path: string }
  | { readonly kind: 'mount'; readonly path: string; readonly mount: RiskyMount };

/** Finds where paths of a host lead, without touching a mount that can hang and without leaving the root. */
export type Locate = (path: string) => Location;

const maxLinks = 40;

/** Makes the locator of a root directory; `/` for the running machine. Its errors are `HostError`s. */
export function locator(root: string, guard: MountGuard): Locate {
  const realRoot = root === '/' ? '/' : realpathSync(root);
  const prefix = realRoot === '/' ? '/' : `${realRoot}/`;
  return (path) => {
    const inside = normalize(path);
    const full = realRoot === '/' ? inside : inside === '/' ? realRoot : `${realRoot}${inside}`;
    if (realRoot === '/' && !guard.any()) return { kind: 'real', path: full };
    const location = walk(full, guard);
    if (location.path !== realRoot && !location.path.startsWith(prefix))
      throw hostError('refused', `${path}: leads to ${location.path}, outside the root ${realRoot}`);
    return location;
  };
}

/** The path with a leading slash and without `.`, `..` and doubled slashes; `..` stops at the root. */
export function normalize(path: string): string {
  if (path.includes('\0')) throw hostError('refused', `path ${JSON.stringify(path)} holds a NUL byte`);
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

function walk(full: string, guard: MountGuard): Location {
  let rest = full.split('/').filter((part) => part !== '');
  let current = '';
  let links = 0;
  for (let part = rest.shift(); part !== undefined; part = rest.shift()) {
    if (part === '.') continue;
    if (part === '..') {
      current = current.slice(0, Math.max(current.lastIndexOf('/'), 0));
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
    if (++links > maxLinks) throw hostError('refused', `${full}: too many symbolic links`);
    if (target.startsWith('/')) current = '';
    rest = [...target.split('/').filter((piece) => piece !== ''), ...rest];
  }
  return { kind: 'real', path: current || '/' };
}

function linkTarget(path: string): string | undefined {
  const bytes = toFileSystem(path);
  if (lstatSync(bytes, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return undefined;
  return fromFileSystem(readlinkSync(bytes, 'buffer'));
}
