import { createHash, type Hash } from 'node:crypto';
import { defined, originOf, type Packing, packingOf } from '@hostspec/host-kit';
import type { Item, ItemPlace, OpenItem, Piece, Redaction, Sink, TakePiece } from '@hostspec/spec';
import type { Budget } from './budget.js';
import { noRedaction } from './masked.js';
import { pacedMasking } from './paced-masking.js';

/** The content of one item, on its way from the host to the sink. */
export interface ItemContent {
  readonly take: TakePiece;
  /** Bytes received from the host so far. */
  bytes(): number;
  /** Whether everything so far is line ends. */
  isBlank(): boolean;
  /** The first 8 KB from the host, unmasked. */
  start(): Uint8Array;
  /** Stores the rest and completes the item. Returns undefined, and keeps nothing, if the run has no bytes left. */
  keep(facts: Omit<Item, 'path' | 'bytes' | 'sha256' | 'masked'>): Promise<Item | undefined>;
  /** True if the redaction removed everything except line ends. Known after `keep`. */
  isLeftOut(): boolean;
  /** If the host gave only the end of the content, checks whether its beginning is compressed. */
  checkBeginning(read: () => Promise<Uint8Array>): Promise<void>;
  /** The compression of content that is not stored because it cannot be masked. */
  packing(): Packing | undefined;
  /** Removes what was stored. */
  discard(): Promise<void>;
  /** The error of the sink, if it had one. */
  failure(): unknown;
}

// Content up to this size reaches the sink only when it is complete, so that nothing is stored only to be removed.
const heldBytes = 64 * 1024;
const startBytes = 8 * 1024;
/** Compressed content of this size always has bytes that text never has. */
const tellingBytes = 512;
const nothing = new Uint8Array();

/**
 * Creates the content of an item. It is counted, limited, masked, hashed and stored in a sink. Compressed content is stored only if it is raw, or
 * if nothing is masked.
 */
export function itemContent(
  sink: Sink,
  place: ItemPlace,
  budget: Budget,
  redaction: Redaction,
  raw = false,
  overdue: () => string | undefined = () => undefined,
): ItemContent {
  const item = storedItem(sink, place);
  const held = heldPieces();
  const beginning = contentStart(!raw && redaction !== noRedaction);
  const given = tally();
  const masked = tally();

  const masking = pacedMasking(() => redaction.content(originOf(place)), overdue);
  const storeMasked = (piece: Piece): Promise<void> =>
    masking.push(piece, async (bytes) => {
      masked.add(bytes);
      // Masks can be longer than secrets, so content that the host cut to the limit may exceed it again.
      const room = Math.max(0, (budget.left() ?? Number.POSITIVE_INFINITY) - item.bytes());
      if (room > 0) await item.write(bytes.subarray(0, room));
    });

  /** The masked bytes that are not stored yet. */
  const remaining = async (): Promise<Uint8Array> => {
    const rest = heldPieces();
    const take = (piece: Piece): void => {
      masked.add(piece);
      rest.add(piece);
    };
    await masking.push(held.take(), take);
    await masking.end(take);
    return rest.take();
  };

  const note = (piece: Piece): void => {
    given.add(piece);
    beginning.add(piece);
  };

  return {
    take(piece) {
      note(piece);
      if (item.bytes() === 0 && given.bytes() <= heldBytes) {
        held.add(piece);
        return undefined;
      }
      if (beginning.packing() !== undefined) return void held.take();
      return held.isEmpty() ? storeMasked(piece) : storeMasked(held.take()).then(() => storeMasked(piece));
    },
    bytes: given.bytes,
    isLeftOut: () => masking.late() === undefined && given.bytes() > 0 && masked.isBlank(),
    packing: beginning.packing,
    checkBeginning: beginning.check,
    isBlank: given.isBlank,
    start: beginning.start,
    async keep(facts) {
      const rest = await remaining();
      if (masked.isBlank() && !given.isBlank()) {
        await item.discard();
        return undefined;
      }
      const counts = masking.masked();
      const allowed = budget.take(masked.bytes());
      // Stored content cannot be cut.
      if (item.bytes() > allowed) await item.discard();
      else if (rest.length > 0 && allowed > item.bytes())
        await item.write(rest.subarray(0, allowed - item.bytes()));
      return item.keep({
        ...facts,
        ...cutOf(item.bytes(), given.bytes(), masked.bytes(), masking.late(), facts),
        ...(Object.keys(counts).length > 0 ? { masked: counts } : {}),
      });
    },
    async discard() {
      held.take();
      await item.discard();
    },
    failure: item.failure,
  };
}

/** How content was cut on its way from the host. */
function cutOf(
  stored: number,
  given: number,
  masked: number,
  late: string | undefined,
  { truncated }: Pick<Item, 'truncated'>,
): Pick<Item, 'truncated'> {
  if (stored === masked && late === undefined) return {};
  const reason =
    stored < masked
      ? `the first ${stored} of ${masked} bytes: the size limit of the whole run was reached`
      : `the first ${stored} bytes after masking: ${late}`;
  // A host that cut content may not know how much there was.
  const { originalBytes } = truncated ?? { originalBytes: given };
  return { truncated: defined({ reason, originalBytes }) };
}

const isLineEnd = (byte: number): boolean => byte === 10 || byte === 13;

/** Counts bytes, and finds out whether all were line ends. */
function tally() {
  let bytes = 0;
  let blank = true;
  return {
    add(piece: Piece): void {
      bytes += piece.length;
      blank &&= piece.every(isLineEnd);
    },
    bytes: () => bytes,
    isBlank: () => blank,
  };
}

/** Keeps the first 8 KB of some content. If `wanted`, finds out whether it is compressed. */
function contentStart(wanted: boolean) {
  let start = nothing;
  let packing: Packing | undefined;
  return {
    start: () => start,
    packing: () => packing,
    add(piece: Piece): void {
      if (start.length >= startBytes) return;
      start = Buffer.concat([start, piece.subarray(0, startBytes - start.length)]);
      if (wanted) packing = packingOf(start);
    },
    async check(read: () => Promise<Uint8Array>): Promise<void> {
      if (wanted && (start.length < tellingBytes || !start.every(isOfText)))
        packing ??= packingOf(await read());
    },
  };
}

/** Whether a byte occurs in text. The only control characters that do are those for layout and terminals. */
function isOfText(byte: number): boolean {
  return byte >= 32 || (byte >= 8 && byte <= 13) || byte === 27;
}

interface StoredItem {
  /** Stores the next piece. The first one opens the item. */
  write(piece: Piece): Promise<void>;
  /** Bytes stored so far. */
  bytes(): number;
  /** Completes the item. Returns undefined if nothing was stored. */
  keep(facts: Omit<Item, 'path' | 'bytes' | 'sha256'>): Promise<Item | undefined>;
  /** Removes what was stored. */
  discard(): Promise<void>;
  /** The error of the sink, if it had one. */
  failure(): unknown;
}

/** Creates an item in a sink, and hashes what it stores. */
function storedItem(sink: Sink, place: ItemPlace): StoredItem {
  let hash: Hash | undefined;
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
      hash ??= createHash('sha256');
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
      if (opened === undefined || hash === undefined) return undefined;
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

interface HeldPieces {
  isEmpty(): boolean;
  add(piece: Piece): void;
  /** Returns all pieces as one, and releases them. */
  take(): Uint8Array;
}

/** Holds copies of pieces until it is known whether the content is kept. */
function heldPieces(): HeldPieces {
  let pieces: Uint8Array[] = [];
  return {
    isEmpty: () => pieces.length === 0,
    // `Buffer.slice` would not copy.
    add: (piece) => void pieces.push(new Uint8Array(piece)),
    take(): Uint8Array {
      const [first = nothing] = pieces;
      const all = pieces.length > 1 ? Buffer.concat(pieces) : first;
      pieces = [];
      return all;
    },
  };
}
