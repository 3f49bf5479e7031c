const space = 32;
const widestGap = 64;
const longestRest = 40;

const isSpace = (byte: number | undefined): boolean =>
  byte === space || (byte !== undefined && byte >= 9 && byte <= 13);

/** Spaces that are replaced by another number of them. */
export interface Gap {
  readonly start: number;
  readonly end: number;
  readonly spaces: number;
}

/**
 * The spaces after the word that goes on at a position, if there are two or more: they belong to a column. They become as many as keep its
 * width if the word gets longer by `more`, but at least one; a word that gets longer than its column leaves one space.
 */
export function gapAfter(bytes: Uint8Array, at: number, more: number): Gap | undefined {
  let start = at;
  while (start < at + longestRest && !isSpace(bytes[start])) start++;
  if (bytes[start] !== space || bytes[start + 1] !== space) return undefined;
  let spaces = 2;
  while (spaces < widestGap && bytes[start + spaces] === space) spaces++;
  return { start, end: start + spaces, spaces: Math.max(1, spaces - more) };
}

/** Whether there is a space or the end of a line in a range. */
export function hasSpace(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (isSpace(bytes[at])) return true;
  return false;
}
