import { closeSync, constants, existsSync, fstatSync, openSync, type Stats } from 'node:fs';
import { heldPath, pathOnly, readOnly } from './descriptor.js';

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
