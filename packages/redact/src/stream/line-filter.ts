import { type ContentRedactor, isAllZero, isZeroBytes, type Redaction } from '@hostspec/spec';

/** Says which lines are left out. */
export interface LineTest {
  /** Whether a line, without its line end, or a part of a long one is left out. */
  matches(line: string): boolean;
  /** The most bytes that it takes at once without holding up other work. Default 64 KiB. */
  readonly atOnce?: number;
}

/** Which lines are left out: those that contain one of the texts, or of which a test says so. */
export interface LinePatterns {
  readonly texts?: readonly string[];
  /** An error of a test is thrown by the method of the content. */
  readonly tests?: readonly LineTest[];
}

/** A line that is longer counts as several. */
const longestLine = 1024 * 1024;
const mostAtOnce = 64 * 1024;
const lineEnd = 10;
const nothing: Uint8Array = new Uint8Array();

/**
 * Leaves out the lines of content that match a pattern, with their line ends; counts them as `line`. Content is looked at as UTF-8. Short
 * texts, such as paths and reasons, stay as they are. A line that is longer than a test takes at once is looked at in parts as they arrive,
 * which overlap by half; it is left out if one of them is, also if that matches only as a line of its own.
 */
export function createLineFilter({ texts = [], tests = [] }: LinePatterns): Redaction {
  const words = texts.filter((text) => text !== '');
  const longestWord = Math.max(0, ...words.map((word) => Buffer.byteLength(word)));
  const atOnce = Math.min(mostAtOnce, ...tests.map((test) => test.atOnce ?? mostAtOnce));
  const matches = (line: string): boolean =>
    words.some((word) => line.includes(word)) || tests.some((test) => test.matches(line));
  // A word is never longer than what two parts have in common.
  return { content: () => filtered(matches, Math.max(atOnce, 2 * longestWord)), text: (text) => text };
}

/** Looks at one line after the other, whose bytes come in pieces. */
interface LineView {
  see(bytes: Uint8Array): void;
  /** Whether the line so far is left out, whatever follows. */
  isOut(): boolean;
  /** Ends the line, and says whether it is left out. */
  end(): boolean;
  /** Keeps what it needs of the bytes of an unfinished line, which the caller may overwrite now. */
  keep(): void;
}

function lineView(matches: (line: string) => boolean, part: number): LineView {
  let seen = nothing;
  let out = false;
  return {
    see(bytes) {
      if (out) return;
      seen = seen.length === 0 ? bytes : Buffer.concat([seen, bytes]);
      while (!out && seen.length > part) {
        out = matches(textOf(seen.subarray(0, part)));
        seen = seen.subarray(Math.floor(part / 2));
      }
    },
    isOut: () => out,
    end() {
      const rest = seen.at(-1) === 13 ? seen.subarray(0, -1) : seen;
      const result = out || matches(textOf(rest));
      seen = nothing;
      out = false;
      return result;
    },
    keep() {
      seen = Buffer.from(seen);
    },
  };
}

function filtered(matches: (line: string) => boolean, part: number): ContentRedactor {
  const view = lineView(matches, part);
  let line: Uint8Array[] = [];
  let length = 0;
  let hasOnlyZeros = true;
  let count = 0;
  let leavesOutZeros: boolean | undefined;
  /** Ends a line with its last bytes; they and those before are left out or kept. */
  const ended = (bytes: Uint8Array, kept: Uint8Array[]): void => {
    if (view.end()) count++;
    else kept.push(...line, bytes);
    line = [];
    length = 0;
    hasOnlyZeros = true;
  };
  const begun = (bytes: Uint8Array): void => {
    view.keep();
    hasOnlyZeros &&= isAllZero(bytes);
    if (view.isOut()) line = [];
    else line.push(Uint8Array.from(bytes));
  };
  /** A line of zeros that is as long as can be, behind others: what is left after it is as before. */
  const passed = (zeros: Uint8Array): Uint8Array => {
    leavesOutZeros ??= isLeftOut(zeros, lineView(matches, part));
    if (!leavesOutZeros) return zeros;
    count++;
    return nothing;
  };
  return {
    push(piece) {
      if (isZeroBytes(piece) && piece.length === longestLine && hasOnlyZeros) return passed(piece);
      const kept: Uint8Array[] = [];
      for (let from = 0; from < piece.length; ) {
        const end = piece.indexOf(lineEnd, from);
        const most = from + longestLine - length;
        const isWhole = end >= 0 && end < most;
        const to = isWhole ? end + 1 : Math.min(piece.length, most);
        const bytes = piece.subarray(from, to);
        view.see(isWhole ? bytes.subarray(0, -1) : bytes);
        length += bytes.length;
        if (isWhole || length === longestLine) ended(bytes, kept);
        else begun(bytes);
        from = to;
      }
      return Buffer.concat(kept);
    },
    end() {
      const kept: Uint8Array[] = [];
      if (length > 0) ended(nothing, kept);
      return Buffer.concat(kept);
    },
    masked: () => (count > 0 ? { line: count } : {}),
  };
}

function isLeftOut(bytes: Uint8Array, view: LineView): boolean {
  view.see(bytes);
  return view.end();
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
}
