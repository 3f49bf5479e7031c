import { createHmac, randomBytes } from 'node:crypto';
import type { MaskedCounts } from '@hostspec/spec';
import { longestMask, masksIn, maskText } from '../match/mask-form.js';

/** Returns the mask of a secret: `__secret_RULE_8 hex digits__`. */
export type Mask = (rule: string, secret: string) => string;

const cached = 4096;

/**
 * Creates masks with a key: equal secrets get equal digits, whichever rule found them. The digits start an HMAC-SHA-256, so nobody can test
 * a guess without the key. Default: a random key for this run.
 */
export function maskWith(key: Uint8Array = randomBytes(32)): Mask {
  const digits = new Map<string, string>();
  return (rule, secret) => {
    let known = digits.get(secret);
    if (known === undefined) {
      known = createHmac('sha256', key).update(secret, 'latin1').digest('hex').slice(0, 8);
      if (digits.size >= cached) digits.clear();
      // Copied: a slice would keep the text of the whole window.
      digits.set(Buffer.from(secret, 'latin1').toString('latin1'), known);
    }
    return maskText(rule, known);
  };
}

/** Counts the masks in content that arrives in pieces. */
export interface MaskCounter {
  push(piece: Uint8Array): void;
  /** Masks so far, by the id of their rule. */
  counts(): MaskedCounts;
}

// One byte less than the longest mask, so that no mask is counted twice.
const kept = longestMask - 1;

/** Creates a counter of masks. */
export function maskCounter(): MaskCounter {
  const counts = new Map<string, number>();
  let rest = '';
  return {
    push(piece) {
      const text = rest + Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1');
      let end = 0;
      for (const { index, mask, rule } of masksIn(text)) {
        counts.set(rule, (counts.get(rule) ?? 0) + 1);
        end = index + mask.length;
      }
      rest = text.slice(Math.max(end, text.length - kept));
    },
    counts: () => Object.fromEntries([...counts].sort()),
  };
}
