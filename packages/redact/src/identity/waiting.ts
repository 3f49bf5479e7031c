import type { Output } from '../output.js';
import { type Finder, type Found, type IdentityKind, isAlphanumeric, type Place, type View } from './view.js';

/** Values that were found, but are not written yet, because a later value may contain them. */
export interface Waiting {
  /** Looks for a value at a position. Returns where to go on, or undefined if there is none. */
  readonly tryAt: (view: View, at: number, escaped: boolean) => number | undefined;
  /** Writes up to a limit; a value that starts before it is written whole. */
  readonly write: (bytes: Buffer, limit: number, output: Output) => void;
  /** The first position that is not written yet. */
  readonly written: () => number;
  /** Moves all positions back, after the window moved forward. */
  readonly shift: (by: number) => void;
}

/** Makes an empty list of values. `count` is called for each value that is replaced. */
export function waitingValues(find: Finder, count: (kind: IdentityKind) => void): Waiting {
  let values: Found[] = [];
  let written = 0;
  let lastWritten = -1;
  const lastEnd = (): number => values.at(-1)?.end ?? lastWritten;

  /** Accepts a value; the values inside it are forgotten. */
  const accept = (view: View, found: Found, place: Place): number => {
    while (values.length > 0 && (values.at(-1) as Found).start >= found.start) values.pop();
    const floor = lastEnd();
    const fitting = floor > found.start ? find(view, { ...place, lastEnd: floor, floor }) : found;
    if (fitting === undefined) return place.at + 1;
    values.push(withGap(view.bytes, fitting));
    return lastEnd();
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
        const { start, end, text, kind } = values[next] as Found;
        output.copy(bytes, written, start);
        output.write(text);
        if (bytes.toString('latin1', start, end) !== text) count(kind);
        written = end;
        lastWritten = end;
      }
      values = values.slice(next);
      if (written >= limit) return;
      output.copy(bytes, written, limit);
      written = limit;
    },
    written: () => written,
    shift(by) {
      written -= by;
      lastWritten -= by;
      values = values.map((each) => ({ ...each, start: each.start - by, end: each.end - by }));
    },
  };
}

const space = 32;
const widestGap = 64;

/**
 * Two or more spaces after a value belong to a column: they become as many as keep its width, but at least one. So a value that gets longer
 * than its column leaves one space.
 */
function withGap(bytes: Uint8Array, found: Found): Found {
  const { start, end, text } = found;
  const more = text.length - (end - start);
  let spaces = 0;
  while (spaces < widestGap && bytes[end + spaces] === space) spaces++;
  if (more === 0 || spaces < 2) return found;
  return { ...found, end: end + spaces, text: text + ' '.repeat(Math.max(1, spaces - more)) };
}
