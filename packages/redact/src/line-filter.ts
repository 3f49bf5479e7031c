import { type ContentRedactor, isAllZero, isZeroBytes, type Redaction } from '@hostspec/spec';

/** Says of each line, without its line end, whether it is left out. */
export type LineTest = (lines: readonly string[]) => readonly boolean[];

/** Which lines are left out: those that contain one of the texts, that one of the expressions matches, or of which a test says so. */
export interface LinePatterns {
  readonly texts?: readonly string[];
  readonly expressions?: readonly RegExp[];
  /** An error of a test is thrown by the method of the content. */
  readonly tests?: readonly LineTest[];
}

/** A line that is longer is looked at in parts of this size, each of which is a line of its own. */
const longestLine = 1024 * 1024;
const lineEnd = 10;
const nothing = new Uint8Array();

/**
 * Leaves out the lines of content that match a pattern, with their line ends; counts them as `line`. Content is looked at as UTF-8. Short
 * texts, such as paths and reasons, stay as they are.
 */
export function createLineFilter({ tests = [], ...patterns }: LinePatterns): Redaction {
  const all = [lineTest(patterns), ...tests];
  const areLeftOut: LineTest = (lines) => {
    const found = all.map((test) => test(lines));
    return lines.map((_, at) => found.some((each) => each[at]));
  };
  return { content: () => filtered(areLeftOut), text: (text) => text };
}

/** The test of texts and expressions. */
export function lineTest({ texts = [], expressions = [] }: Omit<LinePatterns, 'tests'>): LineTest {
  const words = texts.filter((text) => text !== '');
  return (lines) =>
    lines.map(
      (line) =>
        words.some((text) => line.includes(text)) || expressions.some((pattern) => line.search(pattern) >= 0),
    );
}

function filtered(areLeftOut: LineTest): ContentRedactor {
  let begun: Buffer = Buffer.alloc(0);
  let count = 0;
  let leavesOutZeros: boolean | undefined;
  const kept = (lines: readonly Buffer[]): readonly Buffer[] => {
    const leftOut = areLeftOut(lines.map((line) => line.toString().replace(/\r?\n/, '')));
    const left = lines.filter((_, at) => !leftOut[at]);
    count += lines.length - left.length;
    return left;
  };
  /** Takes whole lines from the start of some bytes. */
  const lines = (bytes: Buffer): readonly Buffer[] => {
    const all: Buffer[] = [];
    let from = 0;
    for (;;) {
      const end = bytes.indexOf(lineEnd, from);
      const next = end < 0 ? bytes.length : end + 1;
      if (end < 0 && next - from < longestLine) break;
      const to = Math.min(next, from + longestLine);
      all.push(bytes.subarray(from, to));
      from = to;
    }
    begun = Buffer.from(bytes.subarray(from));
    return kept(all);
  };
  /** A line of zeros that is as long as can be, behind others: what is left after it is as before. */
  const passed = (zeros: Uint8Array): Uint8Array => {
    leavesOutZeros ??= areLeftOut(['\0'.repeat(longestLine)])[0] === true;
    if (!leavesOutZeros) return zeros;
    count++;
    return nothing;
  };
  return {
    push: (piece) =>
      isZeroBytes(piece) && piece.length === longestLine && isAllZero(begun)
        ? passed(piece)
        : Buffer.concat(lines(Buffer.concat([begun, piece]))),
    end() {
      const [rest = nothing] = begun.length > 0 ? kept([begun]) : [];
      begun = Buffer.alloc(0);
      return rest;
    },
    masked: () => (count > 0 ? { line: count } : {}),
  };
}
