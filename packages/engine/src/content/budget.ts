/** The limit for the bytes of content in a whole run. */
export interface Budget {
  /** Bytes left; undefined if there is no limit. */
  left(): number | undefined;
  /** Reserves bytes for an item. Returns how many it gets. */
  take(bytes: number): number;
}

/** Creates the budget of a run; calls `stop` once it is used up. */
export function budgetOf(maxBytes: number | undefined, stop: (reason: string) => void): Budget {
  if (maxBytes === undefined) return { left: () => undefined, take: (bytes) => bytes };
  let left = Math.floor(maxBytes);
  return {
    left: () => Math.max(1, left),
    take(bytes) {
      const taken = Math.min(bytes, left);
      left -= taken;
      if (left < 1) stop(`the ${maxBytes} bytes for the whole run are used up`);
      return taken;
    },
  };
}
