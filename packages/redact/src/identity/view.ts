/** What can be found and replaced. */
export type IdentityKind = 'ip' | 'mac' | 'host' | 'user' | 'serial' | 'keyword';

/** The part of a stream that is looked at. After its end there are line ends, as many as a finder looks ahead. */
export interface View {
  readonly bytes: Uint8Array;
  /** The same bytes as Latin-1. */
  readonly text: () => string;
}

/** A value to replace, as positions in the view, with what replaces it as Latin-1. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly kind: IdentityKind;
}

/** Where a finder is asked. */
export interface Place {
  readonly at: number;
  /** Whether an escape sequence ends here, so that a value may start whatever the byte before it is. */
  readonly escaped: boolean;
  /** Where the last value that was found ends. */
  readonly lastEnd: number;
  /** Where a value may start at the earliest. Values that were found after it are forgotten if another one contains them. */
  readonly floor: number;
}

/** Finds the value that starts at a place. It looks at most 512 bytes ahead and 256 back. */
export type Finder = (view: View, place: Place) => Found | undefined;

/** How far finders look ahead and back, in bytes. */
export const lookAhead = 512;
/** See `lookAhead`. */
export const lookBack = 256;
/** How far behind the finders the stream is written: no value up to 300 bytes after that can be found any more, or be forgotten. */
export const writeBehind = 1024;

/** 1 for the letters and digits of ASCII. */
export const isAlphanumeric = new Uint8Array(256).map((_, byte) =>
  /[A-Za-z0-9]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

// The first bytes of punctuation, spaces, arrows, lines and other signs in UTF-8.
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

/** The present line before a position; undefined if it has more bytes than the limit, which is 100 by default. */
export function lineBefore(text: string, at: number, limit = 100): string | undefined {
  const from = Math.max(0, at - limit);
  const before = text.slice(from, at);
  const end = before.lastIndexOf('\n');
  return end < 0 && from > 0 ? undefined : before.slice(end + 1);
}
