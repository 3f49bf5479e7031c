import { createHmac, randomBytes } from 'node:crypto';
import type { MaskedCounts } from '@hostspec/spec';
import { asBuffer } from '../match/bytes.js';
import { longestMask, masksIn, maskText } from '../match/mask-form.js';

/** Returns the mask of a secret: `__secret_RULE_8 hex digits__`. */
export type Mask = (rule: string, secret: string) => string;

const cached = 4096;

/** The digits of a secret in its mask: the start of an HMAC-SHA-256 of its Latin-1. */
export const digitsOf = (key: Uint8Array, secret: string): string =>
  createHmac('sha256', key).update(secret, 'latin1').digest('hex').slice(0, 8);

/**
 * Creates masks with a key: equal secrets get equal digits, whatever rule found them. The digits are the start of an HMAC-SHA-256, so
 * nobody can check a guess without the key. Default: a random key.
 */
export function maskWith(key: Uint8Array = randomBytes(32)): Mask {
  const digits = new Map<string, string>();
  return (rule, secret) => {
    let known = digits.get(secret);
    if (known === undefined) {
      known = digitsOf(key, secret);
      if (digits.size >= cached) digits.clear();
      // Copied, because a slice would keep the text of the whole window in memory.
      digits.set(Buffer.from(secret, 'latin1').toString('latin1'), known);
    }
    return maskText(rule, known);
  };
}

/** Counts masks in content that comes in pieces. */
export interface MaskCounter {
  push(piece: Uint8Array): void;
  /** Number of masks so far, by rule. */
  counts(): MaskedCounts;
  /** Number of lines with masks so far, by rule. */
  lines(): MaskedCounts;
}

// One less than the longest mask, so that no mask is counted twice.
const kept = longestMask - 1;

/** Creates a counter of masks. */
export function maskCounter(): MaskCounter {
  const counts = new Map<string, number>();
  const lines = new Map<string, { last: number; count: number }>();
  let rest = '';
  let line = 0;
  const add = (rule: string) => {
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
    const { last, count } = lines.get(rule) ?? { last: -1, count: 0 };
    lines.set(rule, { last: line, count: last === line ? count : count + 1 });
  };
  return {
    push(piece) {
      const text = rest + asBuffer(piece).toString('latin1');
      let end = 0;
      const advance = (to: number) => {
        for (let at = text.indexOf('\n', end); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) line++;
        end = to;
      };
      for (const { index, mask, rule } of masksIn(text)) {
        advance(index);
        add(rule);
        end = index + mask.length;
      }
      advance(Math.max(end, text.length - kept));
      rest = text.slice(end);
    },
    counts: () => sorted([...counts]),
    lines: () => sorted([...lines].map(([rule, { count }]) => [rule, count])),
  };
}

const sorted = (counts: readonly (readonly [string, number])[]): MaskedCounts =>
  Object.fromEntries(counts.toSorted(([a], [b]) => (a < b ? -1 : 1)));
