import { byteClass } from '../match/bytes.js';

/** What can be found and replaced. */
export type IdentityKind = 'ip' | 'mac' | 'host' | 'user' | 'people' | 'mail' | 'serial' | 'keyword';

/** The visible part of a stream. `lookAhead` line ends follow it. */
export interface View {
  readonly bytes: Uint8Array;
  readonly text: () => string;
}

/** A value to replace, as positions in the view, and its replacement as Latin-1. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly kind: IdentityKind;
  /** Further values that the same text shows, in order. */
  readonly more?: readonly Found[];
}

/** Combines values into one that holds the others; undefined for an empty list. */
export const together = ([first, ...more]: readonly Found[]): Found | undefined =>
  first === undefined || more.length === 0 ? first : { ...first, more };

/** Where a finder is asked. */
export interface Place {
  readonly at: number;
  /** True after an escape sequence: a value may start here whatever byte precedes it. */
  readonly escaped: boolean;
  readonly lastEnd: number;
  /** The earliest start of a value. Values found after it are dropped if another one contains them. */
  readonly floor: number;
}

/** Finds the value that starts at a place. Reads at most `lookAhead` bytes ahead and `lookBack` bytes back. */
export type Finder = (view: View, place: Place) => Found | undefined;

/** Bytes that finders read ahead. */
export const lookAhead = 512;
/** Bytes that finders read back. */
export const lookBack = 256;
/** Bytes between the finders and the writer. A value up to 300 bytes after the written part is final. */
export const writeBehind = 1024;

/** 1 for ASCII letters and digits. */
export const isAlphanumeric = byteClass(/[A-Za-z0-9]/);

// First bytes of punctuation, spaces, arrows, lines and other signs in UTF-8.
const startsSign = (first: number | undefined, second: number | undefined): boolean =>
  first === 0xc2 || first === 0xe2 || (first === 0xe3 && second === 0x80);

/** Whether a letter or digit starts here. Bytes that are not UTF-8 count as letters. */
export function isLetterAt(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at];
  if (byte === undefined || byte < 0x80) return byte !== undefined && isAlphanumeric[byte] === 1;
  return !startsSign(byte, bytes[at + 1]);
}

/** Whether a letter or digit ends here. */
export function isLetterBefore(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at - 1];
  if (byte === undefined || byte < 0x80) return byte !== undefined && isAlphanumeric[byte] === 1;
  let first = at - 1;
  while (first > at - 4 && ((bytes[first] ?? 0) & 0xc0) === 0x80) first--;
  return !startsSign(bytes[first], bytes[first + 1]);
}

/** The line up to a position; undefined if it is longer than `limit` bytes. */
export function lineBefore(text: string, at: number, limit = 100): string | undefined {
  const from = Math.max(0, at - limit);
  const before = text.slice(from, at);
  const end = before.lastIndexOf('\n');
  return end < 0 && from > 0 ? undefined : before.slice(end + 1);
}
