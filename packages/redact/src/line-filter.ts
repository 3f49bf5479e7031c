import { type ContentRedactor, isAllZero, isZeroBytes, type Redaction } from '@hostspec/spec';

/** Which lines are left out: those that contain one of the texts, or that one of the expressions matches. */
export interface LinePatterns {
  readonly texts?: readonly string[];
  readonly expressions?: readonly RegExp[];
}

/** A line that is longer is looked at in parts of this size, each of which is a line of its own. */
const longestLine = 1024 * 1024;
const lineEnd = 10;
const nothing = new Uint8Array();

/**
 * Leaves out the lines of content that match a pattern, with their line ends; counts them as `line`. Content is looked at as UTF-8. Short
 * texts, such as paths and reasons, stay as they are.
 */
export function createLineFilter({ texts = [], expressions = [] }: LinePatterns): Redaction {
  const words = texts.filter((text) => text !== '');
  const isLeftOut = (line: string): boolean =>
    words.some((text) => line.includes(text)) || expressions.some((pattern) => line.search(pattern) >= 0);
  return { content: () => filtered(isLeftOut), text: (text) => text };
}

function filtered(isLeftOut: (line: string) => boolean): ContentRedactor {
  let begun: Buffer = Buffer.alloc(0);
  let count = 0;
  let leavesOutZeros: boolean | undefined;
  const kept = (line: Buffer): Buffer => {
    if (!isLeftOut(line.toString().replace(/\r?\n/, ''))) return line;
    count++;
    return Buffer.alloc(0);
  };
  /** Takes whole lines from the start of some bytes. */
  const lines = (bytes: Buffer): Buffer[] => {
    const all: Buffer[] = [];
    let from = 0;
    for (;;) {
      const end = bytes.indexOf(lineEnd, from);
      const next = end < 0 ? bytes.length : end + 1;
      if (end < 0 && next - from < longestLine) break;
      const to = Math.min(next, from + longestLine);
      all.push(kept(bytes.subarray(from, to)));
      from = to;
    }
    begun = Buffer.from(bytes.subarray(from));
    return all;
  };
  /** A line of zeros that is as long as can be, behind others: what is left after it is as before. */
  const passed = (zeros: Uint8Array): Uint8Array => {
    leavesOutZeros ??= isLeftOut('\0'.repeat(longestLine));
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
      const rest = begun.length > 0 ? kept(begun) : nothing;
      begun = Buffer.alloc(0);
      return rest;
    },
    masked: () => (count > 0 ? { line: count } : {}),
  };
}
