import { createHmac, randomBytes } from 'node:crypto';
import { longestMask, masksIn } from '../match/mask-form.js';
import { windowBehind } from '../match/rule.js';

/** Makes the mask of a secret that a rule found: `<secret:RULE-ID:4 hex digits>`. */
export type Mask = (rule: string, secret: string) => string;

const cached = 4096;

/**
 * Masks with a key: equal secrets have the same digits, whichever rule found them. The digits are the start of an HMAC-SHA-256, so nobody
 * can test a guess without the key. Without a key, a random one is made, which ends with the run.
 */
export function maskWith(key: Uint8Array = randomBytes(32)): Mask {
  const digits = new Map<string, string>();
  return (rule, secret) => {
    let known = digits.get(secret);
    if (known === undefined) {
      known = createHmac('sha256', key).update(secret, 'latin1').digest('hex').slice(0, 4);
      if (digits.size >= cached) digits.clear();
      // A copy: a slice would keep the whole text of its window.
      digits.set(Buffer.from(secret, 'latin1').toString('latin1'), known);
    }
    return `<secret:${rule}:${known}>`;
  };
}

/** Whether a position in a text is inside a mask. */
export function isInMask(text: string, at: number): boolean {
  const from = Math.max(0, at - longestMask);
  if (!text.slice(from, at + 1).includes('<')) return false;
  for (const { index = 0, 0: mask } of masksIn(text.slice(from, at + longestMask)))
    if (from + index <= at && at < from + index + mask.length) return true;
  return false;
}

// As in a manifest: the names of rules with counts. A long list begins before what a pattern may look at.
const countBefore =
  /(?:"masked":\{|(?:"[a-z0-9-]{1,40}":\d{1,9},){10})(?:"[a-z0-9-]{1,40}":\d{1,9},)*"[a-z0-9-]{1,40}":$/;

/** Whether there is the count of a rule at a position, in what a manifest says was masked: that is no secret. */
export function isMaskCount(text: string, at: number): boolean {
  if (text[at - 1] !== ':' || !/^\d{1,9}[,}]/.test(text.slice(at, at + 10))) return false;
  return countBefore.test(text.slice(Math.max(0, at - windowBehind), at));
}
