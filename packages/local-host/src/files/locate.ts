import { lstatSync, realpathSync } from 'node:fs';
import { linkTarget, toFileSystem } from '@hostspec/files';
import type { MountGuard, RiskyMount } from '@hostspec/files/host';
import { normalize, resolveLinks } from '@hostspec/host-kit';

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

/** The mount that contains a root directory, if it can hang. */
function mountAbove(base: string, guard: MountGuard): RiskyMount | undefined {
  for (let end = base.indexOf('/', 1); base !== ''; end = base.indexOf('/', end + 1)) {
    const mount = guard.at(end === -1 ? base : base.slice(0, end));
    if (mount || end === -1) return mount;
  }
  return undefined;
}

/** Each name is checked for a mount before it is looked at, so that nothing on one that hangs is touched. */
function walk(base: string, inside: string, guard: MountGuard): Location {
  let mount: RiskyMount | undefined;
  const isMount = (path: string): boolean => {
    mount = guard.at(base + path);
    return mount !== undefined;
  };
  const { path, rest } = resolveLinks(inside, (at) => targetOf(base + at), isMount);
  const leadsTo = path === '/' && base !== '' ? base : base + path;
  if (mount) return { kind: 'mount', path: [leadsTo, ...rest].join('/'), mount };
  return { kind: 'real', path: base === '' ? inside : leadsTo, leadsTo };
}

function targetOf(path: string): string | undefined {
  const bytes = toFileSystem(path);
  return lstatSync(bytes, { throwIfNoEntry: false })?.isSymbolicLink() ? linkTarget(bytes) : undefined;
}

/** Creates a test for paths that can be accessed without waiting for a mount that hangs. */
export function isReal(locate: Locate): (path: string) => boolean {
  return (path) => {
    try {
      return locate(path).kind === 'real';
    } catch {
      return false;
    }
  };
}
