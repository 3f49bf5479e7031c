import { createHash } from 'node:crypto';
import type { Item, ItemPlace, OpenItem, Sink, TakePiece } from '@hostspec/spec';
import type { Budget } from './budget.js';

/** The content of one item, on its way from the host to the sink. */
export interface ItemContent {
  readonly take: TakePiece;
  /** Bytes that were given so far. */
  bytes(): number;
  /** Whether everything so far is line ends. */
  isBlank(): boolean;
  /** The first kilobyte of what was given. */
  start(): Uint8Array;
  /** Stores the rest and completes the item; undefined, with nothing kept, if the run has no bytes left for it. */
  keep(facts: Omit<Item, 'path' | 'bytes' | 'sha256'>): Promise<Item | undefined>;
  /** Removes what was stored. */
  discard(): Promise<void>;
  /** The error of the sink, if it had one. */
  failure(): unknown;
}

// Content up to this size reaches the sink only when it is complete, so that nothing is stored that is not kept.
const heldBytes = 64 * 1024;
const shownBytes = 1024;

/** Makes the content of an item: counts, bounds and hashes it and stores it in a sink. */
export function itemContent(sink: Sink, place: ItemPlace, budget: Budget): ItemContent {
  const hash = createHash('sha256');
  let held: Uint8Array[] = [];
  let start: Uint8Array = new Uint8Array();
  let item: OpenItem | undefined;
  let given = 0;
  let stored = 0;
  let blank = true;
  let failure: unknown;

  const sinkCall = async <T>(call: () => Promise<T> | T): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      failure = error;
      throw error;
    }
  };

  const store = async (piece: Uint8Array): Promise<void> => {
    hash.update(piece);
    stored += piece.length;
    await sinkCall(async () => {
      item ??= await sink.open(place);
      await item.write(piece);
    });
  };

  const storeHeld = async (most = heldBytes): Promise<void> => {
    const pieces = Buffer.concat(held).subarray(0, most);
    held = [];
    if (pieces.length > 0) await store(pieces);
  };

  const discard = async (): Promise<void> => {
    held = [];
    const opened = item;
    item = undefined;
    if (opened) await sink.discard(opened);
  };

  const note = (piece: Uint8Array): void => {
    given += piece.length;
    if (start.length < shownBytes)
      start = Buffer.concat([start, piece.subarray(0, shownBytes - start.length)]);
    blank &&= piece.every((byte) => byte === 10 || byte === 13);
  };

  return {
    take(piece) {
      note(piece);
      if (item === undefined && given <= heldBytes) {
        // A copy: slice would give a view of a Buffer, which its next piece overwrites.
        held.push(new Uint8Array(piece));
        return undefined;
      }
      return held.length === 0 ? store(piece) : storeHeld().then(() => store(piece));
    },
    bytes: () => given,
    isBlank: () => blank,
    start: () => start,
    async keep(facts) {
      const allowed = budget.take(given);
      // What is stored cannot be cut any more.
      if (item !== undefined && allowed < given) await discard();
      else await storeHeld(allowed);
      const opened = item;
      if (opened === undefined) return undefined;
      const cut = {
        reason: `the first ${stored} of ${given} bytes: no more was left for the whole run`,
        originalBytes: facts.truncated?.originalBytes ?? given,
      };
      const kept: Item = {
        path: opened.path,
        ...facts,
        bytes: stored,
        sha256: hash.digest('hex'),
        ...(stored < given ? { truncated: cut } : {}),
      };
      await sinkCall(() => sink.keep(opened, kept));
      return kept;
    },
    discard,
    failure: () => failure,
  };
}
