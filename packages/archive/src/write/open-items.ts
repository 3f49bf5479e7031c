import { codeOf } from '@hostspec/files';
import type { Item, ItemPlace, OpenItem } from '@hostspec/spec';
import { pathAllocator, wantedPath } from '../item-path.js';
import type { ContentStore, OpenContent } from './stores.js';

/** Runs `write`, which writes `bytes` bytes to an item's path. */
type Writing = (path: string, write: () => void, bytes: number) => Promise<void> | void;

/** Items being written, each at its own path in the archive. */
export interface OpenItems {
  /** Begins an item. Its pieces are written through `writing`. @throws the system's error. */
  open(place: ItemPlace, writing: Writing): OpenItem;
  /** Keeps an item. Returns its content if that is in memory anyway. @throws the system's error. */
  keep(open: OpenItem, item: Item): Uint8Array | undefined;
  /** Removes an item and frees its path, unless it was kept or removed before. */
  discard(open: OpenItem): void;
  unfinished(): readonly OpenItem[];
  /** Closes unfinished items without removing them. */
  close(): void;
}

const maxTries = 100;

/** Creates the items of one run, in a store. */
export function openItems(store: ContentStore): OpenItems {
  const paths = pathAllocator();
  const unfinished = new Map<OpenItem, OpenContent>();

  const create = (place: ItemPlace): readonly [path: string, content: OpenContent] => {
    const wanted = wantedPath(place);
    for (let tries = 0; ; tries++) {
      const path = paths.allocate(wanted);
      try {
        return [path, store.open(path)];
      } catch (error) {
        // Some file systems take two of our names for one.
        if (codeOf(error) === 'EEXIST' && tries < maxTries) continue;
        paths.release(path);
        throw error;
      }
    }
  };

  return {
    open(place, writing) {
      const [path, content] = create(place);
      const item: OpenItem = {
        path,
        write: (piece) => writing(path, () => content.write(piece), piece.length),
      };
      unfinished.set(item, content);
      return item;
    },
    keep(open, item) {
      const content = unfinished.get(open)?.keep(item);
      unfinished.delete(open);
      return content;
    },
    discard(open) {
      const content = unfinished.get(open);
      if (!content) return;
      unfinished.delete(open);
      content.discard();
      paths.release(open.path);
    },
    unfinished: () => [...unfinished.keys()],
    close() {
      for (const content of unfinished.values()) content.close();
    },
  };
}
