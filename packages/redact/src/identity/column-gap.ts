const space = 32;
const tab = 9;
// A gap of this many spaces or more stays as it is.
const tooWide = 64;
const longestRest = 40;

/** Whether a byte is a space or ends a line. */
export const isSpace = (byte: number | undefined): boolean =>
  byte === space || (byte !== undefined && byte >= 9 && byte <= 13);

/** The position of a gap between columns, and the text that replaces it. */
interface Gap {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The gap of two or more spaces after the word at `at`, and its replacement if the word grew by `more`: it shrinks by as much, so that the
 * next column keeps its place. A gap with no room for that stays and gets a tab after it, which tells the reverse mapping that it did not
 * shrink. Calling this with `-more` restores every gap.
 */
export function gapAfter(bytes: Uint8Array, at: number, more: number): Gap | undefined {
  let start = at;
  while (start < at + longestRest && !isSpace(bytes[start])) start++;
  let spaces = 0;
  while (spaces < tooWide && bytes[start + spaces] === space) spaces++;
  if (spaces < 2 || spaces === tooWide) return undefined;
  const hasTab = bytes[start + spaces] === tab;
  const end = start + spaces + (hasTab ? 1 : 0);
  if (hasTab && (bytes[end] === space || bytes[end] === tab)) return undefined;
  const other = hasTab ? spaces + more : spaces - more;
  const hasRoom = other > 1 && other < tooWide;
  return {
    start,
    end,
    text: `${' '.repeat(hasRoom ? other : spaces)}${hasRoom === hasTab ? '\t' : ''}`,
  };
}
