import { gapAfter, isSpace } from './column-gap.js';
import { valueQueue } from './value-queue.js';
import type { Finder, Found, IdentityKind, View } from './view.js';

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
