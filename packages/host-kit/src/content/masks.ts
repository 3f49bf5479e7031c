import type { MaskedCounts } from '@hostspec/spec';

/** The text that every mask of a secret starts with. */
export const maskStart = '__secret_';

/** Most characters that the id of a rule has in a mask. */
export const longestMaskId = 40;

/** The form of a mask as a regular expression. Its group is the id of the rule, with underscores. */
export const maskForm = `${maskStart}([a-z0-9_]{1,${longestMaskId}}?)_[0-9a-f]{8}__`;

/** Finds every mask in a text. */
export const everyMask = new RegExp(maskForm, 'g');

/** Gives all masks of a rule the same digits, to compare text that was masked with different keys. */
export const withoutMaskDigits = (text: string): string =>
  text.replace(everyMask, `${maskStart}$1_00000000__`);

/** Adds counts to a sum, which it changes and returns. */
export function addMasked(sum: Record<string, number>, counts: MaskedCounts): Record<string, number> {
  // A manifest of a stranger may name a rule like a property that every object has.
  for (const [rule, count] of Object.entries(counts))
    sum[rule] = (Object.hasOwn(sum, rule) ? (sum[rule] as number) : 0) + count;
  return sum;
}
