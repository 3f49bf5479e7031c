import { closeSync } from 'node:fs';
import type { ItemFile, ItemPlace } from '@hostspec/spec';
import type { ContentStore } from './content-store.js';
import { wantedPath } from './item-path.js';
import { pathAllocator } from './path-allocator.js';
import { errorCode } from './sink-error.js';

/** The files of items that are still being written, each at its own path in the archive. */
export interface ItemFiles {
  /** Creates the file for an item. @throws the system's error. */
  open(place: ItemPlace): ItemFile;
  /** Ends the care for a file whose item is kept. */
  kept(file: ItemFile): void;
  /** Removes a file and frees its path; does nothing if the file was kept or removed before. */
  discard(file: ItemFile): void;
  /** The files that were neither kept nor removed. */
  unfinished(): readonly ItemFile[];
  /** Closes these files and leaves them in place. */
  close(): void;
}

const maxTries = 100;

/** Makes the files for the items of one run, in a store. */
export function itemFiles(store: ContentStore): ItemFiles {
  const paths = pathAllocator(['insights_commands', 'insights_containers']);
  const unfinished = new Set<ItemFile>();

  const create = (place: ItemPlace): ItemFile => {
    const wanted = wantedPath(place);
    for (let tries = 0; ; tries++) {
      const path = paths.allocate(wanted);
      try {
        return { fd: store.open(path), path };
      } catch (error) {
        // The path is free to us but not on a file system that takes two of our names for one.
        if (errorCode(error) === 'EEXIST' && tries < maxTries) continue;
        paths.release(path);
        throw error;
      }
    }
  };

  return {
    open(place) {
      const file = create(place);
      unfinished.add(file);
      return file;
    },
    kept: (file) => void unfinished.delete(file),
    discard(file) {
      if (!unfinished.delete(file)) return;
      store.discard(file.fd, file.path);
      paths.release(file.path);
    },
    unfinished: () => [...unfinished],
    close() {
      for (const file of unfinished) closeSync(file.fd);
    },
  };
}
