import { close, read, write } from 'node:fs';
import { promisify } from 'node:util';
import type { ArchiveFile } from './archive-index.js';
import { fileOf } from './archive-index.js';
import { type HeldDirectory, holdDirectory } from './held-directory.js';
import { sinkError } from './sink-error.js';
import { createWorkDirectory, type WorkDirectory } from './work-directory.js';

const writeAsync = promisify(write);
const readAsync = promisify(read);
const closeAsync = promisify(close);

/** A nameless file for the content of an archive that cannot be read by position. */
export interface Spool {
  /** Where the next bytes will stand. */
  position(): number;
  append(bytes: Uint8Array): Promise<void>;
  read(buffer: Buffer, position: number): Promise<number>;
  close(): Promise<void>;
}

/** Makes a spool in a directory; it is gone with this process, however that ends. */
export function createSpool(directory: string): Spool {
  const fd = namelessFile(directory);
  let end = 0;
  return {
    position: () => end,
    async append(bytes) {
      for (let offset = 0; offset < bytes.length; )
        try {
          const { bytesWritten } = await writeAsync(fd, bytes, offset, bytes.length - offset, end);
          offset += bytesWritten;
          end += bytesWritten;
        } catch (error) {
          throw sinkError(error, directory, bytes.length - offset);
        }
    },
    read: async (buffer, position) => (await readAsync(fd, buffer, 0, buffer.length, position)).bytesRead,
    close: () => closeAsync(fd),
  };
}

function namelessFile(directory: string): number {
  let work: WorkDirectory | undefined;
  let parent: HeldDirectory | undefined;
  try {
    parent = holdDirectory(directory);
    work = createWorkDirectory(parent, 'hostspec');
    return work.create('spool');
  } catch (error) {
    throw sinkError(error, directory);
  } finally {
    work?.destroy();
    parent?.close();
  }
}

/** The file whose content stands in a spool from `start`. */
export function spooledFile(spool: Spool, start: number, bytes: number): ArchiveFile {
  return fileOf(bytes, () => ({
    read: (buffer, position) => spool.read(buffer, start + position),
    close: async () => {},
  }));
}
