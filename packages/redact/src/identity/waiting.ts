import { gapAfter, hasSpace } from './gap.js';
import { type Finder, type Found, type IdentityKind, isAlphanumeric, type Place, type View } from './view.js';
import type { Writer } from './writer.js';

/** Values that were found, but are not written yet, because a later value may contain them. */
export interface Waiting {
  /** Looks for a value at a position. Returns where to go on, or undefined if there is none. */
  readonly tryAt: (view: View, at: number, escaped: boolean) => number | undefined;
  /** Writes up to a limit; a value that starts before it is written whole. All values up to 300 bytes after the limit are known. */
  readonly write: (bytes: Buffer, limit: number, output: Writer) => void;
  readonly isEmpty: () => boolean;
  /** The first position that is not written yet. */
  readonly written: () => number;
  /** Moves all positions back, after the window moved forward. */
  readonly shift: (by: number) => void;
}

// How far apart two values of one word may be for their column to keep its width.
const longestWord = 200;

/** Makes an empty list of values. `count` is called for each value that is replaced. */
export function waitingValues(find: Finder, count: (kind: IdentityKind) => void): Waiting {
  let values: Found[] = [];
  let written = 0;
  let lastWritten = -1;
  // How much longer the present word has become.
  let longer = 0;
  const lastEnd = (): number => values.at(-1)?.end ?? lastWritten;

  /** Accepts a value; the values inside it are forgotten. */
  const accept = (view: View, found: Found, place: Place): number => {
    while (values.length > 0 && (values.at(-1) as Found).start >= found.start) values.pop();
    const floor = lastEnd();
    const fitting = floor > found.start ? find(view, { ...place, lastEnd: floor, floor }) : found;
    if (fitting === undefined) return place.at + 1;
    values.push(fitting);
    return fitting.end;
  };

  const writeValue = (bytes: Buffer, { start, end, text, kind }: Found, output: Writer) => {
    const more = text.length - (end - start);
    const isSameWord = start - lastWritten <= longestWord && !hasSpace(bytes, lastWritten, start);
    longer = more + (isSameWord ? longer : 0);
    lastWritten = end;
    if (more === 0 && equals(bytes, start, text)) return;
    count(kind);
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
