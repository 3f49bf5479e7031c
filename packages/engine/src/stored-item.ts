import { createHash } from 'node:crypto';
import type { Item, ItemPlace, OpenItem, Sink } from '@hostspec/spec';

/** What a sink stores of one item. */
export interface StoredItem {
  /** Stores the next piece; opens the item at the first one. */
  write(piece: Uint8Array): Promise<void>;
  /** Bytes stored so far. */
  bytes(): number;
  /** Completes the item; undefined if nothing was stored. */
  keep(facts: Omit<Item, 'path' | 'bytes' | 'sha256'>): Promise<Item | undefined>;
  /** Removes what was stored. */
  discard(): Promise<void>;
  /** The error of the sink, if it had one. */
  failure(): unknown;
}

/** Makes the item of a place in a sink, which hashes what it stores. */
export function storedItem(sink: Sink, place: ItemPlace): StoredItem {
  const hash = createHash('sha256');
  let item: OpenItem | undefined;
  let bytes = 0;
  let failure: unknown;
  const sinkCall = async <T>(call: () => Promise<T> | T): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  return {
    async write(piece) {
      hash.update(piece);
      bytes += piece.length;
      await sinkCall(async () => {
        item ??= await sink.open(place);
        await item.write(piece);
      });
    },
    bytes: () => bytes,
    async keep(facts) {
      const opened = item;
      if (opened === undefined) return undefined;
      const kept: Item = { path: opened.path, ...facts, bytes, sha256: hash.digest('hex') };
      await sinkCall(() => sink.keep(opened, kept));
      return kept;
    },
    async discard() {
      const opened = item;
      item = undefined;
      if (opened) await sink.discard(opened);
    },
    failure: () => failure,
  };
}
