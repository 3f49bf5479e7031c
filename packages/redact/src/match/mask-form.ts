import { windowBehind } from './rule.js';

const longestRuleId = 40;
const form = `<secret:([a-z0-9-]{1,${longestRuleId}}):[0-9a-f]{4}>`;
const everyMask = new RegExp(form, 'g');
const oneMask = new RegExp(`^${form}$`);

/** Most characters in a mask. */
export const longestMask = '<secret::1234>'.length + longestRuleId;

/** Finds every mask in a text; group 1 is the id of its rule. */
export const masksIn = (text: string): IterableIterator<RegExpMatchArray> => text.matchAll(everyMask);

/** Whether the whole text is one mask. */
export const isMask = (text: string): boolean => oneMask.test(text);

/** Whether a position in a text is inside a mask. */
export function isInMask(text: string, at: number): boolean {
  const from = Math.max(0, at - longestMask);
  if (!text.slice(from, at + 1).includes('<')) return false;
  for (const { index = 0, 0: mask } of masksIn(text.slice(from, at + longestMask)))
    if (from + index <= at && at < from + index + mask.length) return true;
  return false;
}

// Counts of a manifest, by rule. A long list may start before the window, so ten counts in a row will do.
const countBefore =
  /(?:"masked":\{|(?:"[a-z0-9-]{1,40}":\d{1,9},){10})(?:"[a-z0-9-]{1,40}":\d{1,9},)*"[a-z0-9-]{1,40}":$/;

/** Whether a position holds the count of a rule in a manifest, which is no secret. */
export function isMaskCount(text: string, at: number): boolean {
  if (text[at - 1] !== ':' || !/^\d{1,9}[,}]/.test(text.slice(at, at + 10))) return false;
  return countBefore.test(text.slice(Math.max(0, at - windowBehind), at));
}
