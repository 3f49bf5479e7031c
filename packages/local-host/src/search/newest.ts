/** Keeps the newest of very many items with little memory. */
export interface Newest<T> {
  add(one: T): void;
  /** Whether enough items were added to call `cut`. */
  full(): boolean;
  /** Removes all but the newest; asks for ages only if there are too many. */
  cut(): Promise<void>;
  /** The remaining items, unordered. */
  kept(): readonly T[];
  /** The total number of added items. */
  added(): number;
}

/** Makes an empty keeper with a limit; `modified` returns when each item was modified, or undefined if unknown. */
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
