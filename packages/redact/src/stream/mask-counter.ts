import type { MaskedCounts } from '@hostspec/spec';
import { longestMask, masksIn } from '../match/mask-form.js';

/** Counts the masks in a content that comes in pieces. */
export interface MaskCounter {
  /** Takes the next piece. */
  push(piece: Uint8Array): void;
  /** The masks so far, by the id of their rule. */
  counts(): MaskedCounts;
}

// One byte less than the longest mask: a whole mask is never counted twice.
const kept = longestMask - 1;

/** Makes a counter of the masks that redactions wrote into a content. */
export function maskCounter(): MaskCounter {
  const counts = new Map<string, number>();
  let rest = '';
  return {
    push(piece) {
      const text = rest + Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1');
      let end = 0;
      for (const { index = 0, 0: mask, 1: rule = '' } of masksIn(text)) {
        counts.set(rule, (counts.get(rule) ?? 0) + 1);
        end = index + mask.length;
      }
      rest = text.slice(Math.max(end, text.length - kept));
    },
    counts: () => Object.fromEntries([...counts].sort()),
  };
}
