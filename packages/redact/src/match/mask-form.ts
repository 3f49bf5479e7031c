import { everyMask, longestMaskId, maskForm, maskStart } from '@hostspec/host-kit';
import { windowBehind } from './rule.js';

const maskHere = new RegExp(maskForm, 'y');
const oneMask = new RegExp(`^${maskForm}$`);
/** A mask, or the start of one at the end of the text. */
const maskPart = new RegExp(`${maskForm}|${maskStart}[a-z0-9_]{0,${longestMaskId + 10}}$`, 'g');

/** Most characters in a mask. */
export const longestMask = `${maskStart}_12345678__`.length + longestMaskId;

/**
 * Formats a mask: the id of its rule, and digits that equal secrets share. Only letters, digits and underscores, so that a mask needs no
 * quotes in XML, JSON strings, YAML, INI, CSV and shell words.
 */
export const maskText = (rule: string, digits: string): string =>
  `${maskStart}${rule.replaceAll('-', '_')}_${digits}__`;

/** A mask in a text. */
interface FoundMask {
  readonly index: number;
  readonly mask: string;
  /** The id of its rule. */
  readonly rule: string;
}

/** Finds every mask in a text. */
export function* masksIn(text: string): Generator<FoundMask> {
  for (const { index = 0, 0: mask, 1: rule = '' } of text.matchAll(everyMask))
    yield { index, mask, rule: rule.replaceAll('_', '-') };
}

/** The mask that starts at a position of a text, if there is one. */
export function maskAt(text: string, at: number): string | undefined {
  maskHere.lastIndex = at;
  return maskHere.exec(text)?.[0];
}

/** Whether the whole text is one mask. */
export const isMask = (text: string): boolean => oneMask.test(text);

/** True if a part of a mask is in bytes [from, to) of a text. A mask that `limit`, the end of the readable part, cuts off counts, too. */
export function overlapsMask(text: string, from: number, to: number, limit = text.length): boolean {
  const before = Math.max(0, from - longestMask);
  const near = text.slice(before, Math.min(limit, to + longestMask));
  if (!near.includes('__')) return false;
  for (const { index = 0, 0: mask } of near.matchAll(maskPart))
    if (before + index < to && before + index + mask.length > from) return true;
  return false;
}

// Counts by rule in a manifest. The list may start before the window: ten counts in a row are enough.
const countBefore =
  /(?:"masked":\{|(?:"[a-z0-9-]{1,40}":\d{1,9},){10})(?:"[a-z0-9-]{1,40}":\d{1,9},)*"[a-z0-9-]{1,40}":$/;

/** True if there is a count of masks at a position, as in a manifest: its key is the id of a rule, and it is not a secret. */
export function isMaskCount(text: string, at: number): boolean {
  if (text[at - 1] !== ':' || !/^\d{1,9}[,}]/.test(text.slice(at, at + 10))) return false;
  return countBefore.test(text.slice(Math.max(0, at - windowBehind), at));
}
