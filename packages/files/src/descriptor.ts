import { closeSync, constants, existsSync, fstatSync, openSync, type Stats } from 'node:fs';

/** Linux's O_PATH, for which Node has no constant: a descriptor that holds a file or directory without opening it. */
export const pathOnly = 0o10000000;

/** Flags that open a file for reading. A FIFO does not wait for its writer, and a terminal does not become that of this process. */
export const readOnly = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/** A path through a descriptor to what it holds, or to something below it; renaming does not change where it leads. */
export function heldPath(fd: number, below?: string | Buffer): string | Buffer {
  const held = `/proc/self/fd/${fd}`;
  if (below === undefined) return held;
  return typeof below === 'string' ? `${held}/${below}` : Buffer.concat([Buffer.from(`${held}/`), below]);
}

/** Closes a descriptor, if there is one. */
export function closeQuietly(fd: number): void {
  if (fd >= 0) closeSync(fd);
}

/** A regular file that is open for reading. */
export interface RegularFile {
  readonly fd: number;
  readonly stat: Stats;
}

/**
 * Opens a path if it is a regular file; undefined if it is anything else. With /proc, what is not a regular file is never opened,
 * not even for a moment, whatever replaces it meanwhile.
 */
export function openRegular(path: string | Buffer, follow: 'follow' | 'no link'): RegularFile | undefined {
  const links = follow === 'follow' ? 0 : constants.O_NOFOLLOW;
  const held = openSync(path, pathOnly | links);
  let fd: number;
  try {
    if (!fstatSync(held).isFile()) return undefined;
    const anchor = heldPath(held);
    // Without /proc the path is opened again: it may be another file by then, so it is checked again.
    fd = existsSync(anchor) ? openSync(anchor, readOnly) : openSync(path, readOnly | links);
  } finally {
    closeSync(held);
  }
  const stat = fstatSync(fd);
  if (stat.isFile()) return { fd, stat };
  closeSync(fd);
  return undefined;
}
