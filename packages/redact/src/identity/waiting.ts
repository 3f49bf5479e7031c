import { type Finder, type Found, type IdentityKind, isAlphanumeric, type Place, type View } from './view.js';
import type { Writer } from './writer.js';

/** Values that were found, but are not written yet, because a later value may contain them. */
export interface Waiting {
  /** Looks for a value at a position. Returns where to go on, or undefined if there is none. */
  readonly tryAt: (view: View, at: number, escaped: boolean) => number | undefined;
  /** Writes up to a limit; a value that starts before it is written whole. */
  readonly write: (bytes: Buffer, limit: number, output: Writer) => void;
  /** The first position that is not written yet. */
  readonly written: () => number;
  /** Moves all positions back, after the window moved forward. */
  readonly shift: (by: number) => void;
}

/** A value with the spaces after it. */
interface Value {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly kind: IdentityKind;
  readonly changed: boolean;
}

/** Makes an empty list of values. `count` is called for each value that is replaced. */
export function waitingValues(find: Finder, count: (kind: IdentityKind) => void): Waiting {
  let values: Value[] = [];
  let written = 0;
  let lastWritten = -1;
  const lastEnd = (): number => values.at(-1)?.end ?? lastWritten;

  /** Accepts a value; the values inside it are forgotten. */
  const accept = (view: View, found: Found, place: Place): number => {
    while (values.length > 0 && (values.at(-1) as Value).start >= found.start) values.pop();
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
      for (; next < values.length && (values[next] as Value).start < limit; next++) {
        const { start, end, text, kind, changed } = values[next] as Value;
        lastWritten = end;
        if (!changed) continue;
        output.copy(bytes, written, start);
        output.write(text);
        count(kind);
        written = end;
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
function withGap(bytes: Uint8Array, { start, end, text, kind }: Found): Value {
  const more = text.length - (end - start);
  const changed = more !== 0 || !equals(bytes, start, text);
  if (more === 0 || bytes[end] !== space || bytes[end + 1] !== space)
    return { start, end, text, kind, changed };
  let spaces = 2;
  while (spaces < widestGap && bytes[end + spaces] === space) spaces++;
  const gap = ' '.repeat(Math.max(1, spaces - more));
  return { start, end: end + spaces, text: text + gap, kind, changed };
}

function equals(bytes: Uint8Array, start: number, text: string): boolean {
  for (let at = 0; at < text.length; at++) if (bytes[start + at] !== text.charCodeAt(at)) return false;
  return true;
}
