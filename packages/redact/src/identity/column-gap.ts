const space = 32;
const tab = 9;
// The widest gap is one space narrower.
const tooWide = 64;
const longestRest = 40;

/** Whether a byte is a space or ends a line. */
export const isSpace = (byte: number | undefined): boolean =>
  byte === space || (byte !== undefined && byte >= 9 && byte <= 13);

/** A gap between columns, and what it becomes. */
interface Gap {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The gap after the word at a position, if it has two or more spaces: it belongs to a column. If the word grows by `more`, the gap shrinks by
 * as much. A gap that has no room for that stays, with a tab after it, so that the reverse mapping can tell it from one that shrank: the same
 * function with `-more` restores all gaps.
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
