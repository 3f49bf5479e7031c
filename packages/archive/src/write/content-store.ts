import { closeSync, ftruncateSync } from 'node:fs';
import { isZeroBytes, mostZeros } from '@hostspec/host-kit';
import type { Item } from '@hostspec/spec';
import type { WorkDirectory } from '../work-directory.js';
import { writeAll } from '../write-all.js';

/** Zeros in some content, in bytes. */
export interface ZeroRun {
  readonly at: number;
  readonly length: number;
}

/** The location of content in a work directory. */
export interface ContentPosition {
  readonly file: string;
  readonly offset: number;
}

/** Finds content by its path below `data/`. */
export interface ContentFinder {
  locate(path: string): ContentPosition;
  /** The long runs of zeros that content is known to have, in order; it may have others. */
  zeros(path: string): readonly ZeroRun[];
}

/** Content that is being stored. */
export interface OpenContent {
  /** Writes the next piece; if that fails, nothing of it was written. */
  write(piece: Uint8Array): void;
  /** Keeps the content; returns it if it is in memory anyway, valid until the next piece is written. */
  keep(item: Item): Uint8Array | undefined;
  /** Removes the content. */
  discard(): void;
  /** Closes what is open, without removing it. */
  close(): void;
}

/** Keeps the content of items in a work directory. */
export interface ContentStore extends ContentFinder {
  /** Begins the content of a path. */
  open(path: string): OpenContent;
  /** Closes what the store holds open itself. */
  close(): void;
}

/** A new file that is written from its start, and in which `zeroBytes` become holes. */
export interface SparseFile {
  /** Writes the next piece; if that fails, nothing of it counts as written. */
  write(piece: Uint8Array): void;
  /** Gives the file its size; returns its runs of zeros that are as long as `mostZeros`, in order. */
  end(): readonly ZeroRun[];
}

/** Writes into a file that was just made. */
export function sparseFile(fd: number): SparseFile {
  const runs: ZeroRun[] = [];
  let size = 0;
  // The end of the last data.
  let written = 0;
  const noteRun = (): void => {
    if (size - written >= mostZeros) runs.push({ at: written, length: size - written });
  };
  return {
    write(piece) {
      if (!isZeroBytes(piece)) {
        writeAll(fd, piece, size);
        noteRun();
        written = size + piece.length;
      }
      size += piece.length;
    },
    end() {
      noteRun();
      if (written < size) ftruncateSync(fd, size);
      return runs;
    },
  };
}

/** Content at its path in the archive. */
export const tree: ContentFinder = {
  locate: (path) => ({ file: `data/${path}`, offset: 0 }),
  zeros: () => [],
};

/** Keeps content at its final path in the archive. */
export function treeStore(work: WorkDirectory): ContentStore {
  return {
    ...tree,
    open(path) {
      const file = `data/${path}`;
      const fd = work.create(file);
      const { write, end } = sparseFile(fd);
      return {
        write,
        keep() {
          end();
          closeSync(fd);
          return undefined;
        },
        discard() {
          closeSync(fd);
          work.remove(file);
        },
        close: () => closeSync(fd),
      };
    },
    close() {},
  };
}
