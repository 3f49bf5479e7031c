import { gapAfter, isSpace } from './column-gap.js';
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
const lineEnd = 10;
const quote = 34;

/** Creates an empty list. `count` is called for each value that is replaced. */
export function waitingValues(
  find: Finder,
  count: (kind: IdentityKind, original: () => string, token: string) => void,
): Waiting {
  let values: Found[] = [];
  let written = 0;
  let lastWritten = -1;
  let lastReplaced = -1;
  let longer = 0;
  let looked = 0;
  let isQuoted = false;
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
    const isSameWord = start - lastReplaced <= longestWord && !hasSpace(bytes, lastReplaced, start);
    longer = text.length - (end - start) + (isSameWord ? longer : 0);
    lastReplaced = end;
    count(kind, () => bytes.toString('latin1', start, end), text);
    output.copy(bytes, written, start);
    output.write(text);
    written = end;
    if (!text.includes('"')) return;
    lookAt(bytes, end);
    isQuoted = true;
  };

  /** Notes whether the line that goes on at a position has a quote before it. */
  const lookAt = (bytes: Buffer, to: number) => {
    if (to <= looked) return;
    const part = bytes.subarray(looked, to);
    const lineStart = part.lastIndexOf(lineEnd) + 1;
    isQuoted = (lineStart === 0 && isQuoted) || part.includes(quote, lineStart);
    looked = to;
  };

  const writeGap = (bytes: Buffer, later: number, output: Writer) => {
    const gap = longer === 0 ? undefined : gapAfter(bytes, lastReplaced, longer);
    if (gap === undefined) return;
    for (let at = later; at < values.length && (values[at] as Found).start < gap.end; at++)
      if (isReplaced(bytes, values[at] as Found)) return;
    lookAt(bytes, gap.start);
    // JSON has no tab in a string.
    if (isQuoted) return;
    output.copy(bytes, written, gap.start);
    output.write(gap.text);
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
        const value = values[next] as Found;
        lastWritten = value.end;
        if (!isReplaced(bytes, value)) continue;
        writeValue(bytes, value, output);
        writeGap(bytes, next + 1, output);
      }
      values = values.slice(next);
      lookAt(bytes, limit);
      if (written >= limit) return;
      output.copy(bytes, written, limit);
      written = limit;
    },
    isEmpty: () => values.length === 0,
    written: () => written,
    shift(by) {
      written -= by;
      lastWritten -= by;
      lastReplaced -= by;
      looked -= by;
      values = values.map((each) => ({ ...each, start: each.start - by, end: each.end - by }));
    },
  };
}

/** Whether a value becomes something else. */
function isReplaced(bytes: Uint8Array, { start, end, text }: Found): boolean {
  if (text.length !== end - start) return true;
  for (let at = 0; at < text.length; at++) if (bytes[start + at] !== text.charCodeAt(at)) return true;
  return false;
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
