import { isAllZero, isZeroBytes } from '@hostspec/host-kit';
import type { ContentRedactor, Redaction } from '@hostspec/spec';
import { asBuffer } from '../match/bytes.js';

/** A test for lines to leave out. */
export interface LineTest {
  /** True if the line must go. Gets the line without its line end, or a part of a long line. */
  matches(line: string): boolean;
  /** Most bytes for one call, so that it does not delay other work. Default: 64 KiB. */
  readonly atOnce?: number;
}

/** Selects lines to leave out: those that contain one of the texts, and those that a test matches. */
export interface LinePatterns {
  readonly texts?: readonly string[];
  /** If a test throws an error, `push` or `end` throws it. */
  readonly tests?: readonly LineTest[];
}

/** A longer line is treated as several. */
const longestLine = 1024 * 1024;
const mostAtOnce = 64 * 1024;
const lineEnd = 10;
const nothing: Uint8Array = new Uint8Array();

/**
 * Leaves out matching lines with their line ends, and counts them as `line`. Reads content as UTF-8. Short texts, such as paths and
 * reasons, stay. A line longer than `atOnce` is tested in parts that overlap by half. If a part matches, the line is left out, even if the
 * test would not match the whole line.
 */
export function createLineFilter({ texts = [], tests = [] }: LinePatterns): Redaction {
  const words = texts.filter((text) => text !== '');
  const longestWord = Math.max(0, ...words.map((word) => Buffer.byteLength(word)));
  const atOnce = Math.min(mostAtOnce, ...tests.map((test) => test.atOnce ?? mostAtOnce));
  const matches = (line: string): boolean =>
    words.some((word) => line.includes(word)) || tests.some((test) => test.matches(line));
  // So neighbouring parts overlap by the longest text.
  return { content: () => filtered(matches, Math.max(atOnce, 2 * longestWord)), text: (text) => text };
}

/** Tests lines while their bytes arrive. */
interface LineView {
  see(bytes: Uint8Array): void;
  /** True if the line will be left out, whatever follows. */
  isOut(): boolean;
  /** Ends the line. Returns true if it is left out. */
  end(): boolean;
  /** Copies the part of an unfinished line that it still needs, before the memory is reused. */
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
        out = matches(asBuffer(seen.subarray(0, part)).toString());
        seen = seen.subarray(Math.floor(part / 2));
      }
    },
    isOut: () => out,
    end() {
      const rest = seen.at(-1) === 13 ? seen.subarray(0, -1) : seen;
      const result = out || matches(asBuffer(rest).toString());
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
  /** Ends a line with its last bytes, and appends it to `kept` unless it is left out. */
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
  /** Handles zeros that fill a longest line, if there were only zeros before: they change no state. */
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
