import { readSync } from 'node:fs';

/** Fills the buffer from an open file. @throws Error, which names the file, if it ends before. */
export function readAt(fd: number, name: string, buffer: Buffer, offset: number): void {
  for (let done = 0; done < buffer.length; ) {
    const read = readSync(fd, buffer, done, buffer.length - done, offset + done);
    if (read === 0) throw new Error(`${name} ended at ${offset + done}`);
    done += read;
  }
}
