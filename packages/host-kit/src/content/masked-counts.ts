import type { MaskedCounts } from '@hostspec/spec';

/** Adds counts to a sum, which it changes and returns. */
export function addMasked(sum: Record<string, number>, counts: MaskedCounts): Record<string, number> {
  // A manifest of a stranger may name a rule like a property that every object has.
  for (const [rule, count] of Object.entries(counts))
    sum[rule] = (Object.hasOwn(sum, rule) ? (sum[rule] as number) : 0) + count;
  return sum;
}
