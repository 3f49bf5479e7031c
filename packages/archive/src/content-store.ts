import { closeSync } from 'node:fs';
import type { Item } from '@hostspec/spec';
import type { WorkDirectory } from './work-directory.js';

/** The location of content in a work directory. */
export interface Location {
  readonly file: string;
  readonly offset: number;
}

/** Finds content by its path below `data/`. */
export interface ContentSource {
  locate(path: string): Location;
}

/** Keeps the content of items in a work directory. */
export interface ContentStore extends ContentSource {
  /** Opens an empty file for the content of a path. */
  open(path: string): number;
  /** Keeps the content and closes its file; returns it if it is in memory anyway, valid until the next call. */
  keep(fd: number, item: Item): Uint8Array | undefined;
  /** Closes the file and forgets it. */
  discard(fd: number, path: string): void;
  /** Forgets content that was kept. */
  forget(path: string): void;
}

/** Content at its path in the archive. */
export const tree: ContentSource = { locate: (path) => ({ file: `data/${path}`, offset: 0 }) };

/** Keeps content at its final path in the archive. */
export function treeStore(work: WorkDirectory): ContentStore {
  return {
    ...tree,
    open: (path) => work.create(`data/${path}`),
    keep(fd) {
      closeSync(fd);
      return undefined;
    },
    discard(fd, path) {
      closeSync(fd);
      work.remove(`data/${path}`);
    },
    forget: (path) => work.remove(`data/${path}`),
  };
}
