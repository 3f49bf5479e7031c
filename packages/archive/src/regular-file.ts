import { closeSync, constants, existsSync, fstatSync, openSync, type Stats } from 'node:fs';

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
// Node.js has no name for it.
const O_PATH = 0o10000000;

/** A regular file that is open for reading. */
export interface RegularFile {
  readonly fd: number;
  readonly stat: Stats;
}

/**
 * Opens a path if it is a regular file; undefined if it is anything else. What is not a regular file is never opened,
 * not even for a moment, whatever replaces it meanwhile.
 */
export function openRegular(path: string | Buffer, follow: 'follow' | 'no link'): RegularFile | undefined {
  const links = follow === 'follow' ? 0 : O_NOFOLLOW;
  const looked = openSync(path, O_PATH | links);
  let fd: number;
  try {
    if (!fstatSync(looked).isFile()) return undefined;
    const anchor = `/proc/self/fd/${looked}`;
    // Without /proc the path is opened again: it may be another file by then, so it is checked again.
    fd = existsSync(anchor) ? openSync(anchor, O_RDONLY) : openSync(path, O_RDONLY | O_NONBLOCK | links);
  } finally {
    closeSync(looked);
  }
  const stat = fstatSync(fd);
  if (stat.isFile()) return { fd, stat };
  closeSync(fd);
  return undefined;
}
