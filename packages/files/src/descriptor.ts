import { closeSync, constants } from 'node:fs';

/** Linux's O_PATH, for which Node has no constant: a descriptor that holds a file or directory without opening it. */
export const pathOnly = 0o10000000;

/** Opens a regular file without ever waiting for a writer and without becoming the owner of a terminal. */
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
