import { createHmac, randomBytes } from 'node:crypto';

/** Makes the mask of a secret that a rule found: `<secret:RULE-ID:4 hex digits>`. */
export type Mask = (rule: string, secret: string) => string;

const cached = 1024;

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
      digits.set(secret, known);
    }
    return `<secret:${rule}:${known}>`;
  };
}

/** Whether a text is a mask already. */
export const isMask = (text: string): boolean => /^<secret:[a-z0-9-]{1,40}:[0-9a-f]{4}>$/.test(text);
