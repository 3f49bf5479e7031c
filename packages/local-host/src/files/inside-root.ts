import { closeSync, constants, openSync, readlinkSync } from 'node:fs';
import { toFileSystem } from '@hostspec/files';
import { hostError } from '@hostspec/spec';

/**
 * Makes sure that an open file is below the root, even if something was replaced after its path was checked.
 * @throws HostError
 */
export type CheckOpened = (fd: number, path: string) => void;

/** The check for a root directory; undefined for the running machine, where everything is below the root. */
export function insideRoot(root: string): CheckOpened | undefined {
  if (root === '/') return undefined;
  const prefix = Buffer.from(`${root}/`);
  return (fd, path) => {
    const real = openedPath(fd);
    if (
      real &&
      !Buffer.concat([real, Buffer.from('/')])
        .subarray(0, prefix.length)
        .equals(prefix)
    )
      throw hostError('refused', `${path}: led outside the root ${root} when it was opened`);
  };
}

/** Uses a directory by a path that leads only to it, if there is a root to check. */
export function withDirectory<T>(
  path: string,
  check: CheckOpened | undefined,
  use: (path: string | Buffer) => T,
): T {
  if (!check) return use(toFileSystem(path));
  const fd = openSync(toFileSystem(path), constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    check(fd, path);
    return use(openedPath(fd) ? `/proc/self/fd/${fd}` : toFileSystem(path));
  } finally {
    closeSync(fd);
  }
}

/**
 * Refuses an open file that is outside `directory`. `within` is the name of that directory in the message.
 * @throws HostError
 */
export function requireWithin(fd: number, path: string, directory: string | Buffer, within: string): void {
  const bounds = Buffer.concat([realPath(directory), Buffer.from('/')]);
  // Without /proc nothing says where the file is.
  if (openedPath(fd)?.subarray(0, bounds.length).equals(bounds)) return;
  throw hostError('refused', `${path}: leads to a file outside ${within}`);
}

/** The path of what a descriptor holds, if a path leads through one; any other path as it is. */
export function realPath(at: string | Buffer): Buffer {
  const held = /^\/proc\/self\/fd\/(\d+)$/.exec(at.toString())?.[1];
  return (held === undefined ? undefined : openedPath(Number(held))) ?? Buffer.from(at);
}

/** The path of an open file; undefined without /proc. */
function openedPath(fd: number): Buffer | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`, 'buffer');
  } catch {
    return undefined;
  }
}
