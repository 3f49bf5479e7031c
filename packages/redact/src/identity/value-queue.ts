import { type Finder, type Found, isAlphanumeric, type Place, type View } from './view.js';

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
export function valueQueue(find: Finder): ValueQueue {
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
