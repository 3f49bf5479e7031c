import { type Finder, type Found, type IdentityKind, isAlphanumeric, type Place, type View } from './view.js';

/** Values that were found but not written yet, because a later value may contain them. */
interface Waiting {
  /** Looks for a value at a position. Returns where to go on, or undefined if there is none. */
  readonly tryAt: (view: View, at: number, escaped: boolean) => number | undefined;
  /** Writes up to `limit`, and whole values that start before it. All values up to 300 bytes after it must be known. */
  readonly write: (bytes: Buffer, limit: number, output: Writer) => void;
  readonly isEmpty: () => boolean;
  readonly written: () => number;
  /** Subtracts from all positions after the window moved. */
  readonly shift: (by: number) => void;
}

// Most bytes between two values of one word that keep their column's width together.
const longestWord = 200;

/** Creates an empty list. `count` is called for each value that is replaced. */
export function waitingValues(
  find: Finder,
  count: (kind: IdentityKind, original: () => string, token: string) => void,
): Waiting {
  let values: Found[] = [];
  let written = 0;
  let lastWritten = -1;
  let longer = 0;
  const lastEnd = (): number => values.at(-1)?.end ?? lastWritten;

  /** Accepts a value, and drops the values inside it. */
  const accept = (view: View, found: Found, place: Place): number => {
    while (values.length > 0 && (values.at(-1) as Found).start >= found.start) values.pop();
    const floor = lastEnd();
    const fitting = floor > found.start ? find(view, { ...place, lastEnd: floor, floor }) : found;
    if (fitting === undefined) return place.at + 1;
    values.push(fitting);
    // A value can end before the key that shows it.
    return Math.max(fitting.end, place.at + 1);
  };

  const writeValue = (bytes: Buffer, { start, end, text, kind }: Found, output: Writer) => {
    const more = text.length - (end - start);
    const isSameWord = start - lastWritten <= longestWord && !hasSpace(bytes, lastWritten, start);
    longer = more + (isSameWord ? longer : 0);
    lastWritten = end;
    if (more === 0 && equals(bytes, start, text)) return;
    count(kind, () => bytes.toString('latin1', start, end), text);
    output.copy(bytes, written, start);
    output.write(text);
    written = end;
  };

  const writeGap = (bytes: Buffer, next: number, output: Writer) => {
    const gap = longer === 0 ? undefined : gapAfter(bytes, lastWritten, longer);
    if (gap === undefined || gap.end > next) return;
    output.copy(bytes, written, gap.start);
    output.write(' '.repeat(gap.spaces));
    written = gap.end;
  };

  return {
    tryAt(view, at, escaped) {
      if (escaped && isAlphanumeric[view.bytes[at] as number] === 0) return undefined;
      const place = { at, escaped, lastEnd: lastEnd(), floor: 0 };
      const found = find(view, place);
      return found === undefined ? undefined : accept(view, found, place);
    },
    write(bytes, limit, output) {
      let next = 0;
      for (; next < values.length && (values[next] as Found).start < limit; next++) {
        writeValue(bytes, values[next] as Found, output);
        writeGap(bytes, values[next + 1]?.start ?? Number.POSITIVE_INFINITY, output);
      }
      values = values.slice(next);
      if (written >= limit) return;
      output.copy(bytes, written, limit);
      written = limit;
    },
    isEmpty: () => values.length === 0,
    written: () => written,
    shift(by) {
      written -= by;
      lastWritten -= by;
      values = values.map((each) => ({ ...each, start: each.start - by, end: each.end - by }));
    },
  };
}

function equals(bytes: Uint8Array, start: number, text: string): boolean {
  for (let at = 0; at < text.length; at++) if (bytes[start + at] !== text.charCodeAt(at)) return false;
  return true;
}

const space = 32;
const widestGap = 64;
const longestRest = 40;

const isSpace = (byte: number | undefined): boolean =>
  byte === space || (byte !== undefined && byte >= 9 && byte <= 13);

interface Gap {
  readonly start: number;
  readonly end: number;
  readonly spaces: number;
}

/**
 * The gap after the word at a position, if it has two or more spaces: it belongs to a column. If the word grows by `more`, the gap shrinks
 * by as much, to one space at least.
 */
export function gapAfter(bytes: Uint8Array, at: number, more: number): Gap | undefined {
  let start = at;
  while (start < at + longestRest && !isSpace(bytes[start])) start++;
  if (bytes[start] !== space || bytes[start + 1] !== space) return undefined;
  let spaces = 2;
  while (spaces < widestGap && bytes[start + spaces] === space) spaces++;
  return { start, end: start + spaces, spaces: Math.max(1, spaces - more) };
}

/** Whether a range has a space or line end. */
export function hasSpace(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (isSpace(bytes[at])) return true;
  return false;
}

/** Collects ranges of bytes and short Latin-1 texts. Most are so short that a loop is faster than a native call. */
interface Writer {
  readonly copy: (bytes: Uint8Array, from: number, to: number) => void;
  readonly write: (text: string) => void;
  readonly take: () => Uint8Array;
}

const short = 48;

/** Creates a writer for an expected number of bytes; it grows if there are more. */
export function createWriter(expected: number): Writer {
  let buffer = Buffer.allocUnsafeSlow(expected);
  let length = 0;
  const makeRoom = (more: number) => {
    if (length + more <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(buffer.length * 2, length + more));
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  };
  return {
    copy(bytes, from, to) {
      makeRoom(to - from);
      if (to - from > short) buffer.set(bytes.subarray(from, to), length);
      else for (let at = from; at < to; at++) buffer[length + at - from] = bytes[at] as number;
      length += to - from;
    },
    write(text) {
      makeRoom(text.length);
      for (let at = 0; at < text.length; at++) buffer[length + at] = text.charCodeAt(at);
      length += text.length;
    },
    take: () => buffer.subarray(0, length),
  };
}
