/** Keeps the newest of very many things, and few of them in memory. */
export interface Newest<T> {
  add(one: T): void;
  /** Whether so many were added that it is time to cut. */
  full(): boolean;
  /** Leaves out all but the newest; only if there are too many is anybody asked how old they are. */
  cut(): Promise<void>;
  /** What is left, in no order. */
  kept(): readonly T[];
  /** How many were added in all. */
  added(): number;
}

/** Makes an empty keeper of at most so many; `modified` tells when each was modified, undefined if nobody knows. */
export function keepNewest<T>(
  most: number,
  modified: (some: readonly T[]) => Promise<readonly (number | undefined)[]>,
): Newest<T> {
  let newest: { readonly one: T; readonly time: number }[] = [];
  let waiting: T[] = [];
  let added = 0;
  return {
    add(one) {
      waiting.push(one);
      added++;
    },
    full: () => newest.length + waiting.length >= most * 2,
    async cut() {
      if (newest.length + waiting.length <= most) return;
      const times = await modified(waiting);
      for (const [index, one] of waiting.entries())
        newest.push({ one, time: times[index] ?? Number.NEGATIVE_INFINITY });
      waiting = [];
      newest = newest.sort((a, b) => b.time - a.time).slice(0, most);
    },
    kept: () => [...newest.map(({ one }) => one), ...waiting],
    added: () => added,
  };
}
