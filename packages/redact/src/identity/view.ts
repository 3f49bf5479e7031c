import { byteClass } from '../match/bytes.js';

/** A kind of value that can be mapped. */
export type IdentityKind = 'ip' | 'mac' | 'host' | 'user' | 'people' | 'mail' | 'serial' | 'keyword';

/** Maps a name, as Latin-1, to its token, or a token to its name. */
export type MapName = (name: string) => string;

/** The part of a stream that finders may read, with `lookAhead` line ends after it. */
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
  /** Further values that the same text announces, in order. */
  readonly more?: readonly Found[];
}

/** Puts all but the first value into `more` of the first. Undefined for an empty list. */
export const together = ([first, ...more]: readonly Found[]): Found | undefined =>
  first === undefined || more.length === 0 ? first : { ...first, more };

/** A place at which to ask a finder. */
export interface Place {
  readonly at: number;
  /** True after an escape sequence: a value may start here, whatever the byte before it is. */
  readonly escaped: boolean;
  readonly lastEnd: number;
  /** A value may not start before this position. */
  readonly floor: number;
}

/** Finds the value that starts at a place. Reads at most `lookAhead` bytes ahead and `lookBack` bytes back. */
export type Finder = (view: View, place: Place) => Found | undefined;

/** Bytes that finders read ahead. */
export const lookAhead = 512;
/** Bytes that finders read back. */
export const lookBack = 256;
/** The writer stays this many bytes behind the finders: a value is final if it starts up to 300 bytes after the written part. */
export const writeBehind = 1024;

/** The number of a character. */
export const code = (character: string): number => character.charCodeAt(0);

/** 1 for ASCII letters and digits. */
export const isAlphanumeric = byteClass(/[A-Za-z0-9]/);

// First bytes, in UTF-8, of punctuation, spaces, arrows, lines and other signs.
const startsSign = (first: number | undefined, second: number | undefined): boolean =>
  first === 0xc2 || first === 0xe2 || (first === 0xe3 && second === 0x80);

/** 1 for ASCII letters. */
export const isAsciiLetter = byteClass(/[A-Za-z]/);

/** True if a letter or digit starts here. Bytes that are not UTF-8 count as letters. */
export function isLetterAt(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at];
  if (byte === undefined || byte < 0x80) return byte !== undefined && isAlphanumeric[byte] === 1;
  return !startsSign(byte, bytes[at + 1]);
}

/** True if a letter or digit ends here. */
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
