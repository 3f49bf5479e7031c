import { closeSync, constants, ftruncateSync, openSync, readSync } from 'node:fs';
import { asZeroBytes } from '@hostspec/host-kit';
import { writeAll } from '../disk.js';
import type { WorkDirectory } from '../work-directory.js';
import { writeNewFile } from '../work-directory.js';
import type { FinishedRun } from './format.js';
import { type ContentFinder, type ContentPosition, packName, sparseFile } from './stores.js';

const { O_NOFOLLOW, O_RDONLY, O_RDWR } = constants;

/** The path of content below `data/`, and its size. */
interface Stored {
  readonly path: string;
  readonly bytes: number;
}

interface Located extends Stored {
  readonly from: ContentPosition;
}

/**
 * Moves content to its path in the archive. Takes items out of the pack from its end and shortens the pack each time, so it needs no extra
 * space.
 */
export function moveIntoTree(work: WorkDirectory, content: ContentFinder, items: FinishedRun['items']): void {
  const located = [...items].map(([path, bytes]) => ({ path, bytes, from: content.locate(path) }));
  const packed = located.filter(({ from }) => from.file === packName);
  if (packed.length > 0) takeOutOfPack(work, packed);
  for (const { path, from } of located) if (from.file !== packName) work.move(from.file, `data/${path}`);
}

function takeOutOfPack(work: WorkDirectory, packed: readonly Located[]): void {
  const pack = openSync(work.file(packName), O_RDWR | O_NOFOLLOW);
  try {
    for (const { path, bytes, from } of packed.toSorted((a, b) => b.from.offset - a.from.offset)) {
      const buffer = Buffer.allocUnsafe(bytes);
      readAt(pack, packName, buffer, from.offset);
      ftruncateSync(pack, from.offset);
      try {
        writeNewFile(work, `data/${path}`, buffer);
      } catch (error) {
        writeAll(pack, buffer, from.offset);
        throw error;
      }
    }
  } finally {
    closeSync(pack);
  }
}

function readAt(fd: number, name: string, buffer: Buffer, offset: number): void {
  for (let done = 0; done < buffer.length; ) {
    const read = readSync(fd, buffer, done, buffer.length - done, offset + done);
    if (read === 0) throw new Error(`${name} ended at ${offset + done}`);
    done += read;
  }
}

/** Copies an item's content to its path in the archive in another work directory. */
export function copyContent(
  stored: WorkDirectory,
  content: ContentFinder,
  work: WorkDirectory,
  { path, bytes }: Stored,
): void {
  const { file, offset } = content.locate(path);
  const from = openSync(stored.file(file), O_RDONLY | O_NOFOLLOW);
  const to = work.create(`data/${path}`);
  const copy = sparseFile(to);
  const buffer = Buffer.allocUnsafe(Math.min(bytes, 1024 * 1024));
  try {
    for (let done = 0; done < bytes; done += buffer.length) {
      const piece = buffer.subarray(0, bytes - done);
      readAt(from, file, piece, offset + done);
      copy.write(asZeroBytes(piece));
    }
    copy.end();
  } finally {
    closeSync(from);
    closeSync(to);
  }
}
