import { type HostError, hostError } from '@hostspec/spec';
import type { Location } from '../files/locate.js';
import { type Mounted, mountedFiles, type RunInto } from './mounted.js';

type OnMount = Extract<Location, { readonly kind: 'mount' }>;

/** Decides which mounts that can hang are entered, and how. */
export interface MountEntry {
  /** The way into the mount that a path leads to; undefined if there is none or it must not be entered. */
  enter(location: Location): Mounted | undefined;
  /** Why a path on a mount is not accessed. */
  refusal(path: string, location: OnMount): HostError;
}

/** Creates the access to mounts below a root directory. A mount that did not answer once is not touched again. */
export function mountEntry(
  asked: boolean,
  root: string,
  runInto: RunInto,
  openScratch: () => Promise<number>,
): MountEntry {
  const ways = new Map<string, Mounted>();
  const hung = new Set<string>();
  return {
    enter(location) {
      if (location.kind !== 'mount') return undefined;
      const { path, type } = location.mount;
      if (hung.has(path) || !(asked || type === 'fuse.lxcfs')) return undefined;
      const way =
        ways.get(path) ??
        mountedFiles(root === '/' ? path : root, runInto, openScratch, () => hung.add(path));
      ways.set(path, way);
      return way;
    },
    refusal(path, { mount }) {
      const dead = hung.has(mount.path);
      const why = dead ? 'did not answer before' : 'is not entered';
      const reason = `${path}: on the ${mount.type} mount ${mount.path}, which ${why}`;
      return hostError(dead ? 'timed out' : 'refused', reason);
    },
  };
}
