import { closeSync } from 'node:fs';
import type { Item } from '@hostspec/spec';
import type { WorkDirectory } from '../work-directory.js';
import { sparseFile, type ZeroRun } from './sparse-file.js';

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
  /** Forgets content that was kept. */
  forget(path: string): void;
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
    forget: (path) => work.remove(`data/${path}`),
  };
}
