import { readFileSync } from 'node:fs';
import { fromFileSystem } from './path-bytes.js';

/** A mount that can hang whoever touches it. */
export interface RiskyMount {
  readonly path: string;
  readonly type: string;
}

const riskyTypes =
  /^(?:autofs|nfs\d?|cifs|smb\w*|ncpfs|afs|ceph|fuse(?!ctl)\S*|glusterfs|9p|lustre|gpfs|beegfs|orangefs|pvfs2|coda|davfs|sshfs|virtiofs|gfs2?|ocfs2)$/;

/** Knows which mounts can hang; reads the mount table anew when it is older than a fifth of a second. */
export interface MountGuard {
  /** Whether any mount can hang. */
  any(): boolean;
  /** The mount that begins at exactly this path, if it can hang. */
  at(path: string): RiskyMount | undefined;
}

/** Makes the guard of the running machine; without a mount table no mount is known to be risky. */
export function mountGuard(table = '/proc/self/mountinfo'): MountGuard {
  let mounts = new Map<string, RiskyMount>();
  let read = Number.NEGATIVE_INFINITY;
  const current = (): Map<string, RiskyMount> => {
    const now = performance.now();
    if (now - read > 200) {
      mounts = riskyMounts(readTable(table));
      read = now;
    }
    return mounts;
  };
  return { any: () => current().size > 0, at: (path) => current().get(path) };
}

/** The risky mounts of a mount table as in /proc/self/mountinfo; the root is never one, as nothing runs without it. */
function riskyMounts(table: string): Map<string, RiskyMount> {
  const found = new Map<string, RiskyMount>();
  for (const line of table.split('\n')) {
    const [before = '', after = ''] = line.split(' - ');
    const escaped = before.split(' ')[4] ?? '';
    const bytes = escaped.replace(/\\([0-7]{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    );
    const path = fromFileSystem(Buffer.from(bytes, 'latin1'));
    const type = after.split(' ')[0] ?? '';
    if (path === '' || path === '/') continue;
    if (riskyTypes.test(type)) found.set(path, { path, type });
  }
  return found;
}

function readTable(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
