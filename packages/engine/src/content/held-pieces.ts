import type { Piece } from '@hostspec/spec';

/** Pieces of content in memory. */
export interface HeldPieces {
  isEmpty(): boolean;
  add(piece: Piece): void;
  /** Returns all pieces as one, and releases them. */
  take(): Uint8Array;
}

const nothing = new Uint8Array();

/** Holds copies of pieces until it is known whether the content is kept. */
export function heldPieces(): HeldPieces {
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
