import { longestLine } from '@hostspec/host-kit';
import type { Piece } from '@hostspec/spec';

const newline = 10;

/** Keeps the end of some content in memory. */
export interface NewestBytes {
  add(piece: Piece): void;
  /** All bytes that were added. */
  bytes(): number;
  /** Returns the end, in pieces, from a whole line on, and releases it. A longer line is cut at the limit. */
  take(): Uint8Array[];
}

/** Creates a keeper of at most this many bytes, and one piece. */
export function newestBytes(most: number): NewestBytes {
  let pieces: Uint8Array[] = [];
  let held = 0;
  let bytes = 0;
  const drop = (): void => {
    let count = 0;
    for (const { length } of pieces) {
      // The byte before the kept end shows whether that end begins with a line.
      if (held - length <= most) break;
      held -= length;
      count++;
    }
    if (count > 0) pieces.splice(0, count);
  };
  return {
    add(piece) {
      pieces.push(new Uint8Array(piece));
      held += piece.length;
      bytes += piece.length;
      // Removing many at once is cheaper than one each time.
      if (held > most + slack) drop();
    },
    bytes: () => bytes,
    take() {
      drop();
      const kept = pieces;
      pieces = [];
      if (bytes <= most) return kept;
      const begin = held - most;
      const line = begin > 0 && kept[0]?.[begin - 1] === newline ? 0 : lineAfter(kept, begin);
      return withoutFirst(kept, begin + (line < most ? line : 0));
    },
  };
}

const slack = 1024 * 1024;

/** How many bytes there are from a position to the next line; 0 if it is too far. */
function lineAfter(pieces: readonly Uint8Array[], from: number): number {
  let start = 0;
  for (const piece of pieces) {
    const end = piece.indexOf(newline, Math.max(0, from - start));
    start += piece.length;
    if (end >= 0) return start - piece.length + end + 1 - from;
    if (start - from > longestLine) return 0;
  }
  return 0;
}

function withoutFirst(pieces: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let left = bytes;
  return pieces.flatMap((piece) => {
    const rest = piece.subarray(Math.min(left, piece.length));
    left -= piece.length - rest.length;
    return rest.length > 0 ? [rest] : [];
  });
}
