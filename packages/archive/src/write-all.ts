import { writeSync } from 'node:fs';

/** Writes all of the bytes at a position; without one, where the file stands. */
export function writeAll(fd: number, bytes: Uint8Array, position?: number): void {
  for (let offset = 0; offset < bytes.length; ) {
    const at = position === undefined ? null : position + offset;
    offset += writeSync(fd, bytes, offset, bytes.length - offset, at);
  }
}
