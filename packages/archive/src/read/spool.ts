import { close, ftruncate, read, write } from 'node:fs';
import { promisify } from 'node:util';
import { type HeldDirectory, holdDirectory } from '@hostspec/files/output';
import { isAllZero } from '@hostspec/host-kit';
import { HostspecError } from '@hostspec/spec';
import type { ArchiveFile } from '../archive-index.js';
import { fileOf } from '../archive-index.js';
import { freeSpace, sinkError } from '../sink-error.js';
import { createWorkDirectory, type WorkDirectory } from '../work-directory.js';

const writeAsync = promisify(write);
const readAsync = promisify(read);
const closeAsync = promisify(close);
const truncateAsync = promisify(ftruncate);

/** Part of the free space that a spool leaves to others. */
const leftToOthers = 0.1;

/** A nameless file for the content of an archive that cannot be read by position. */
export interface Spool {
  readonly fd: number;
  position(): number;
  append(bytes: Uint8Array): Promise<void>;
  read(buffer: Buffer, position: number): Promise<number>;
  /** Removes all content, also from the disk. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates a spool in a directory. It disappears with this process, however that ends. Zeros take no space; the rest takes at most nine
 * tenths of the free space.
 */
export function createSpool(directory: string): Spool {
  const fd = namelessFile(directory);
  const free = freeSpace(directory)?.bytes ?? Number.POSITIVE_INFINITY;
  const most = Math.floor(free * (1 - leftToOthers));
  let end = 0;
  let written = 0;
  return {
    fd,
    position: () => end,
    async append(bytes) {
      if (isAllZero(bytes)) {
        end += bytes.length;
        return await truncateAsync(fd, end);
      }
      written += bytes.length;
      if (written > most) throw noRoom(directory, free, most);
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
    async clear() {
      await truncateAsync(fd, 0);
      end = 0;
      written = 0;
    },
    close: () => closeAsync(fd),
  };
}

/** Content that is appended, and read by position. */
export interface Held extends Pick<Spool, 'position' | 'read' | 'close'> {
  /** Has nothing to wait for while there is room in memory. */
  append(bytes: Uint8Array): Promise<void> | undefined;
}

/** Memory is taken by so many bytes at once. */
const heldAtOnce = 64 * 1024;

/** Most archives have less content than this, and need no file. */
const mostInMemory = 16 * 1024 * 1024;

/** Keeps the first bytes in memory, and the rest in a spool in a directory, as `createSpool`. */
export function holdBytes(directory: string, most = mostInMemory): Held {
  let memory: Buffer[] = [];
  let held = 0;
  let spool: Spool | undefined;
  const hold = (bytes: Uint8Array): void => {
    for (let from = 0; from < bytes.length; ) {
      const at = held % heldAtOnce;
      if (at === 0) memory.push(Buffer.allocUnsafe(heldAtOnce));
      const part = bytes.subarray(from, from + heldAtOnce - at);
      memory.at(-1)?.set(part, at);
      from += part.length;
      held += part.length;
    }
  };
  const toSpool = async (bytes: Uint8Array): Promise<void> => {
    spool ??= createSpool(directory);
    await spool.append(bytes);
  };
  return {
    position: () => held + (spool?.position() ?? 0),
    append(bytes) {
      if (spool || held + bytes.length > most) return toSpool(bytes);
      hold(bytes);
      return undefined;
    },
    async read(buffer, position) {
      if (position >= held) return (await spool?.read(buffer, position - held)) ?? 0;
      const at = position % heldAtOnce;
      return memory[(position - at) / heldAtOnce]?.copy(buffer, 0, at, at + held - position) ?? 0;
    },
    async close() {
      memory = [];
      held = 0;
      await spool?.close();
    },
  };
}

function noRoom(directory: string, free: number, most: number): HostspecError {
  return new HostspecError(
    'NO_SPACE',
    `the archive has more content than ${directory} has room for: ${free} bytes were free, of which hostspec takes at most ${most}; free space there, or set TMPDIR to a directory with more`,
    { subject: directory, value: most },
  );
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

/** The file at a range of a spool. */
export function spooledFile(spool: Pick<Spool, 'read'>, start: number, bytes: number): ArchiveFile {
  return fileOf(bytes, () => ({
    read: (buffer, position) => spool.read(buffer, start + position),
    close: async () => {},
  }));
}
