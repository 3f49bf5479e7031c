import { type Finder, type Found, type IdentityKind, isAlphanumeric, type Place, type View } from './view.js';

const space = 32;
const tab = 9;
// A gap of this many spaces or more stays as it is.
const tooWide = 64;
const longestRest = 40;

/** Values that were found but not written yet, because a later value may contain them. */
interface Waiting {
  readonly tryAt: (view: View, at: number, escaped: boolean) => number | undefined;
  /** Writes up to `limit`, and any value that starts before it as a whole. Needs all values up to 300 bytes after it. */
  readonly write: (bytes: Buffer, limit: number, output: Writer) => void;
  readonly isEmpty: () => boolean;
  readonly written: () => number;
  /** Subtracts from all positions after the window moved. */
  readonly shift: (by: number) => void;
}

// Two values at most this far apart in one word move the next column together.
const longestWord = 200;
const lineEnd = 10;
const quote = 34;

/** `count` is called for each value that is replaced. */
export function waitingValues(
  find: Finder,
  count: (kind: IdentityKind, original: () => string, token: string) => void,
): Waiting {
  const queue = valueQueue(find);
  let written = 0;
  let lastReplaced = -1;
  let longer = 0;
  let looked = 0;
  let isQuoted = false;

  /** Notes in `isQuoted` whether the unfinished line has a quote before `to`. */
  const lookAt = (bytes: Buffer, to: number) => {
    if (to <= looked) return;
    const part = bytes.subarray(looked, to);
    const lineStart = part.lastIndexOf(lineEnd) + 1;
    isQuoted = (lineStart === 0 && isQuoted) || part.includes(quote, lineStart);
    looked = to;
  };

  const writeValue = (bytes: Buffer, { start, end, text, kind }: Found, output: Writer) => {
    const isSameWord = start - lastReplaced <= longestWord && !hasSpace(bytes, lastReplaced, start);
    longer = text.length - (end - start) + (isSameWord ? longer : 0);
    lastReplaced = end;
    count(kind, () => bytes.toString('latin1', start, end), text);
    output.copy(bytes, written, start);
    output.write(text);
    written = end;
    // A quote in the written text counts, because the reverse mapping will see it.
    if (!text.includes('"')) return;
    lookAt(bytes, end);
    isQuoted = true;
  };

  const writeGap = (bytes: Buffer, next: number, output: Writer) => {
    const gap = longer === 0 ? undefined : gapAfter(bytes, lastReplaced, longer);
    if (gap === undefined || gap.end > next) return;
    lookAt(bytes, gap.start);
    // A tab would be invalid in a string of JSON.
    if (isQuoted) return;
    output.copy(bytes, written, gap.start);
    output.write(gap.text);
    written = gap.end;
  };

  return {
    tryAt: queue.tryAt,
    write(bytes, limit, output) {
      const replaced = queue.take(limit).filter((each) => isReplaced(bytes, each));
      const later = queue.rest().find((each) => isReplaced(bytes, each));
      for (const [at, value] of replaced.entries()) {
        writeValue(bytes, value, output);
        writeGap(bytes, (replaced[at + 1] ?? later)?.start ?? Number.POSITIVE_INFINITY, output);
      }
      lookAt(bytes, limit);
      if (written >= limit) return;
      output.copy(bytes, written, limit);
      written = limit;
    },
    isEmpty: queue.isEmpty,
    written: () => written,
    shift(by) {
      written -= by;
      lastReplaced -= by;
      looked -= by;
      queue.shift(by);
    },
  };
}

/** True unless a value is replaced by itself. */
function isReplaced(bytes: Uint8Array, { start, end, text }: Found): boolean {
  if (text.length !== end - start) return true;
  for (let at = 0; at < text.length; at++) if (bytes[start + at] !== text.charCodeAt(at)) return true;
  return false;
}

/** True if [from, to) has a space or a line end. */
export function hasSpace(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (isSpace(bytes[at])) return true;
  return false;
}

/** Collects ranges of bytes and short Latin-1 texts. Short ones are copied in a loop, which is faster than a native call. */
interface Writer {
  readonly copy: (bytes: Uint8Array, from: number, to: number) => void;
  readonly write: (text: string) => void;
  readonly take: () => Uint8Array;
}

const short = 48;

/** Creates a writer with room for `expected` bytes. It grows if needed. */
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

/** Whether a byte is a space or ends a line. */
const isSpace = (byte: number | undefined): boolean =>
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

/** The values found and not yet taken, in order. */
interface ValueQueue {
  /** Looks for a value at a position. Returns the position at which to continue, or undefined if there is none. */
  readonly tryAt: (view: View, at: number, escaped: boolean) => number | undefined;
  /** Removes and returns the values that start before `limit`. */
  readonly take: (limit: number) => readonly Found[];
  readonly rest: () => readonly Found[];
  readonly isEmpty: () => boolean;
  /** Subtracts from all positions after the window moved. */
  readonly shift: (by: number) => void;
}

/** Creates an empty queue. */
function valueQueue(find: Finder): ValueQueue {
  let values: Found[] = [];
  // Further values (`more`) of those found, until the search reaches their start.
  let coming: readonly Found[] = [];
  let lastTaken = -1;
  const lastEnd = (): number => values.at(-1)?.end ?? lastTaken;

  /** Moves the coming values that start before a position to the queue. */
  const settle = (before: number) => {
    while (coming[0] !== undefined && coming[0].start < before) {
      const [next, ...rest] = coming;
      if (next.start >= lastEnd()) values.push(next);
      coming = rest;
    }
  };

  /** Appends a value in place of those inside it. Returns the position at which to continue. */
  const accept = (view: View, found: Found, place: Place): number => {
    while (values.length > 0 && (values.at(-1) as Found).start >= found.start) values.pop();
    const floor = lastEnd();
    const fitting = floor > found.start ? find(view, { ...place, lastEnd: floor, floor }) : found;
    if (fitting === undefined) return place.at + 1;
    const { more = [], ...value } = fitting;
    values.push(value);
    const end = more.at(-1)?.end ?? value.end;
    if (more.length + coming.length > 0) coming = [...more, ...coming.filter(({ start }) => start >= end)];
    // A value can end before the key that announces it.
    return Math.max(value.end, place.at + 1);
  };

  return {
    tryAt(view, at, escaped) {
      if (escaped && isAlphanumeric[view.bytes[at] as number] === 0) return undefined;
      settle(at + 1);
      if (at < lastEnd()) return lastEnd();
      const place = { at, escaped, lastEnd: lastEnd(), floor: 0 };
      const found = find(view, place);
      return found === undefined ? undefined : accept(view, found, place);
    },
    take(limit) {
      settle(limit);
      const at = values.findIndex(({ start }) => start >= limit);
      const taken = at < 0 ? values : values.slice(0, at);
      values = at < 0 ? [] : values.slice(at);
      lastTaken = taken.at(-1)?.end ?? lastTaken;
      return taken;
    },
    rest: () => values,
    isEmpty: () => values.length + coming.length === 0,
    shift(by) {
      lastTaken -= by;
      values = values.map((each) => moved(each, by));
      coming = coming.map((each) => moved(each, by));
    },
  };
}

const moved = (each: Found, by: number): Found => ({ ...each, start: each.start - by, end: each.end - by });
