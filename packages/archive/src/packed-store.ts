import { closeSync, constants, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import type { Item } from '@hostspec/spec';
import type { ContentStore, Location } from './content-store.js';
import { isNoSpace } from './sink-error.js';
import type { WorkDirectory } from './work-directory.js';

/** The file that holds the content of many items. */
export const packName = 'content/pack';

const smallBytes = 64 * 1024;
const blockBytes = 4096;

/**
 * Keeps content in few files, because making a file takes ten times as long as filling it. Small content that was copied
 * from a file goes into a pack, and its file is reused. Output does not: a process that a command left may still write to it.
 */
export function packedStore(work: WorkDirectory): ContentStore {
  const small = Buffer.allocUnsafe(smallBytes);
  const stored = new Map<string, Location>();
  const open = new Map<number, string>();
  const free: string[] = [];
  let pack: number | undefined;
  let packed = 0;
  let made = 0;

  /** Undefined if there is no space: then the content keeps its own file. */
  const appendToPack = (bytes: Uint8Array): Location | undefined => {
    const offset = packed;
    try {
      pack ??= work.create(packName);
      for (let done = 0; done < bytes.length; )
        done += writeSync(pack, bytes, done, bytes.length - done, offset + done);
    } catch (error) {
      if (isNoSpace(error)) return undefined;
      throw error;
    }
    // Each begins at a block of its own, so that it needs no more space outside the pack than in it.
    packed += Math.ceil(bytes.length / blockBytes) * blockBytes;
    return { file: packName, offset };
  };

  return {
    open() {
      const used = free.pop();
      const name = used ?? `content/${made++}`;
      const fd = used === undefined ? work.create(name) : openAgain(work.file(name));
      open.set(fd, name);
      return fd;
    },
    keep(fd, item) {
      const name = open.get(fd) ?? '';
      open.delete(fd);
      try {
        const content = item.bytes <= smallBytes ? readStart(fd, small.subarray(0, item.bytes)) : undefined;
        const location = content && nobodyElseWrites(item) ? appendToPack(content) : undefined;
        stored.set(item.path, location ?? { file: name, offset: 0 });
        if (location) {
          // Empty it before closing it: ext4 writes out a file that was emptied and then filled.
          ftruncateSync(fd);
          free.push(name);
        }
        return content;
      } finally {
        closeSync(fd);
      }
    },
    discard(fd) {
      const name = open.get(fd) ?? '';
      open.delete(fd);
      closeSync(fd);
      work.remove(name);
    },
    forget: (path) => void stored.delete(path),
    locate: (path) => stored.get(path) ?? { file: `data/${path}`, offset: 0 },
  };
}

function nobodyElseWrites({ source, container, truncated }: Item): boolean {
  return source.kind !== 'command' && container === undefined && truncated === undefined;
}

function openAgain(path: string): number {
  return openSync(path, constants.O_RDWR | constants.O_NOFOLLOW);
}

function readStart(fd: number, target: Buffer): Buffer | undefined {
  for (let done = 0; done < target.length; ) {
    const read = readSync(fd, target, done, target.length - done, done);
    if (read === 0) return undefined;
    done += read;
  }
  return target;
}
