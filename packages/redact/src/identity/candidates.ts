import { byteClass, escapedBytes } from '../match/bytes.js';
import type { KnownName } from './known-names.js';
import { tokenLetters } from './name-token.js';
import { isAlphanumeric, isAsciiLetter } from './view.js';

// Bit flags for a pair of bytes: the kinds of value that may start with it.
const startOf = { inWord: 1, name: 2, address: 4, escape: 8, token: 16, sign: 32 } as const;

const anywhere = startOf.inWord | startOf.escape | startOf.sign;

/** Tables of the bytes with which a value may start. */
export interface Candidates {
  /** The flags of each pair of bytes; the first byte is the high part of the index. */
  readonly pairs: Uint8Array;
  /** 1 at the hashes of the three bytes that names start with. */
  readonly names: Uint8Array;
}

const tableSize = 65_536;
const hashOf = (first: number, second: number, third: number): number =>
  ((first * 31 + second) * 31 + third) % tableSize;

const bytes = [...Array(256).keys()];
const matching = (pattern: RegExp): number[] =>
  bytes.filter((byte) => pattern.test(String.fromCharCode(byte)));

/** Creates the tables for the wanted kinds of value. */
export function candidatesFor(wanted: {
  readonly addresses: boolean;
  readonly names: readonly KnownName[];
  readonly tokens: boolean;
  /** Neighbouring bytes inside a value, such as an `@` and a letter, as two classes of characters. */
  readonly signs?: readonly (readonly [RegExp, RegExp])[];
}): Candidates {
  const table = new Uint8Array(tableSize);
  const starts = new Uint8Array(tableSize);
  const mark = (first: readonly number[], second: readonly number[], bits: number) => {
    for (const high of first)
      for (const low of second) table[(high << 8) | low] = (table[(high << 8) | low] as number) | bits;
  };
  if (wanted.addresses) {
    const digit = matching(/[0-9a-f]/i);
    mark(digit, matching(/[0-9a-f.]/i), startOf.address);
    mark([58], [58], startOf.address);
  }
  for (const { text, kind } of wanted.names) {
    const [first = [], second = [], third = []] = [0, 1, 2].map((at) =>
      text[at] === undefined ? bytes : matching(new RegExp(`^${escapedBytes(text[at])}$`, 'i')),
    );
    mark(first, second, startOf.name | (kind === 'keyword' ? startOf.inWord : 0));
    for (const a of first) for (const b of second) for (const c of third) starts[hashOf(a, b, c)] = 1;
  }
  for (const [first, second] of wanted.signs ?? []) mark(matching(first), matching(second), startOf.sign);
  if (wanted.tokens) mark(matching(/[a-z]/i), matching(/[a-z]/i), startOf.token);
  mark([92], matching(/[nrt]/), startOf.escape);
  mark([37], matching(/[0-9a-f]/i), startOf.escape);
  mark([27], [91], startOf.escape);
  return { pairs: table, names: starts };
}

const longestColor = 16;

/** Whether an escape sequence starts here. */
export const isEscape = ({ pairs }: Candidates, view: Uint8Array, at: number): boolean =>
  ((pairs[((view[at] as number) << 8) | (view[at + 1] as number)] as number) & startOf.escape) !== 0;

/** End of an escape sequence: \n, %2F or a terminal colour. Returns `at` if there is none. */
export function escapeEnd(view: Uint8Array, at: number): number {
  if (view[at] === 92) return at + 2;
  if (view[at] === 37) return isHex[view[at + 2] as number] === 1 ? at + 3 : at;
  for (let end = at + 2; end < at + longestColor; end++) {
    const byte = view[end] as number;
    if (byte === 109) return end + 1;
    if (isColor[byte] === 0) return at;
  }
  return at;
}

/** The first position in [from, to) at which a value may start; `to` if there is none. */
export function nextCandidate(table: Candidates, view: Uint8Array, from: number, to: number): number {
  const { pairs, names } = table;
  let at = from;
  let before = isAlphanumeric[view[at - 1] ?? 0] as number;
  let byte = view[at] as number;
  for (; at < to; at++) {
    const next = view[at + 1] as number;
    const starts = pairs[(byte << 8) | next] as number;
    if (starts !== 0 && (before === 0 || (starts & anywhere) !== 0) && isPlausible(starts, names, view, at))
      return at;
    before = isAlphanumeric[byte] as number;
    byte = next;
  }
  return at;
}

/** Looks at a few more bytes, because words such as "be" and "added" are frequent. */
function isPlausible(starts: number, names: Uint8Array, view: Uint8Array, at: number): boolean {
  if ((starts & anywhere) !== 0) return true;
  const third = view[at + 2] as number;
  if ((starts & startOf.name) !== 0 && names[hashOf(view[at] as number, view[at + 1] as number, third)] === 1)
    return true;
  if (
    (starts & startOf.token) !== 0 &&
    isAsciiLetter[view[at + tokenLetters.least - 1] as number] === 1 &&
    isAsciiLetter[view[at + 5] as number] === 1
  )
    return true;
  if ((starts & startOf.address) === 0) return false;
  let end = at;
  while (end < at + 8 && isHex[view[end] as number] === 1) end++;
  return end === at + 8 || isSeparator[view[end] as number] === 1;
}

const isSeparator = byteClass(/[.:-]/);
const isHex = byteClass(/[0-9a-f]/i);
const isColor = byteClass(/[0-9;]/);
