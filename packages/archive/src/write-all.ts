import { writeSync } from 'node:fs';

/** Writes all of the bytes at the file's position. */
export function writeAll(fd: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length; ) offset += writeSync(fd, bytes, offset, bytes.length - offset);
}
