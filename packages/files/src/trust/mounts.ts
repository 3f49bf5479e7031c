import { fromFileSystem } from '../path-bytes.js';
import { mountTable } from './mount-server.js';

/** A mount that can hang any process that touches it. */
export interface RiskyMount {
  readonly path: string;
  readonly type: string;
}

const riskyTypes =
  /^(?:autofs|nfs\d?|cifs|smb\w*|ncpfs|afs|ceph|fuse(?!ctl)\S*|glusterfs|9p|lustre|gpfs|beegfs|orangefs|pvfs2|coda|davfs|sshfs|virtiofs|gfs2?|ocfs2)$/;

/** The mounts of the running machine that are not entered unless `enterMounts` is set; none without a mount table. */
export function mountsNotEntered(table?: string): RiskyMount[] {
  return [...riskyMounts(mountTable(table)).values()];
}

/** Knows which mounts can hang; reads the mount table again after a fifth of a second. */
export interface MountGuard {
  /** Whether any mount can hang. */
  any(): boolean;
  /** The mount that begins at exactly this path, if it can hang. */
  at(path: string): RiskyMount | undefined;
  /**
   * The mount that a real path is on, if it is nosuid. Users may mount such media, and choose the owners of the files on them. The root is
   * never one, nor is a file system in memory, whose files were all made on this machine.
   */
  withoutSetuid(path: string): string | undefined;
}

/** Makes the guard of the running machine; without a mount table no mount is known to be risky. */
export function mountGuard(table?: string): MountGuard {
  let mounts = new Map<string, RiskyMount>();
  let read = Number.NEGATIVE_INFINITY;
  const current = (): Map<string, RiskyMount> => {
    const now = performance.now();
    if (now - read > 200) {
      mounts = riskyMounts(mountTable(table));
      read = now;
    }
    return mounts;
  };
  return {
    any: () => current().size > 0,
    at: (path) => current().get(path),
    withoutSetuid(path) {
      // The last of several mounts at one path hides the others.
      let mount: Mount | undefined;
      for (const next of mountsOf(mountTable(table)))
        if (isBelow(path, next.path) && next.path.length >= (mount?.path.length ?? 0)) mount = next;
      const onMedium = mount?.path !== '/' && !/^(?:tmpfs|ramfs)$/.test(mount?.type ?? '');
      return onMedium && mount?.options.includes('nosuid') ? mount.path : undefined;
    },
  };
}

function isBelow(path: string, directory: string): boolean {
  return directory === '/' || path === directory || path.startsWith(`${directory}/`);
}

/** The risky mounts of a mount table as in /proc/self/mountinfo; the root never counts, because nothing runs without it. */
function riskyMounts(table: string): Map<string, RiskyMount> {
  const found = new Map<string, RiskyMount>();
  for (const { path, type } of mountsOf(table))
    if (path !== '' && path !== '/' && riskyTypes.test(type)) found.set(path, { path, type });
  return found;
}

interface Mount extends RiskyMount {
  readonly options: readonly string[];
}

function mountsOf(table: string): Mount[] {
  return table.split('\n').map((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const [, , , , escaped = '', options = ''] = before.split(' ');
    const bytes = escaped.replace(/\\([0-7]{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    );
    const path = fromFileSystem(Buffer.from(bytes, 'latin1'));
    return { path, type: after.split(' ')[0] ?? '', options: options.split(',') };
  });
}
