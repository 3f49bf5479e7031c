/** The limit for the bytes of content in a whole run. */
export interface Budget {
  /** Bytes left; undefined if there is no limit. */
  left(): number | undefined;
  /** Reserves bytes for an item. Returns how many it gets. */
  take(bytes: number): number;
  /** Calls `use` with the bytes that a log may have: at most half of those left. When few are left, large logs are cut first. */
  withShare<T>(wanted: number, use: (bytes: number) => Promise<T>): Promise<T>;
}

/** Creates the budget of a run; calls `stop` once it is used up. */
export function budgetOf(maxBytes: number | undefined, stop: (reason: string) => void): Budget {
  if (maxBytes === undefined)
    return { left: () => undefined, take: (bytes) => bytes, withShare: (wanted, use) => use(wanted) };
  let left = Math.floor(maxBytes);
  // What logs that are being read may still take.
  let shared = 0;
  return {
    left: () => Math.max(1, left),
    take(bytes) {
      const taken = Math.min(bytes, left);
      left -= taken;
      if (left < 1) stop(`the ${maxBytes} bytes for the whole run are used up`);
      return taken;
    },
    async withShare(wanted, use) {
      const share = Math.min(wanted, Math.max(0, Math.floor((left - shared) / 2)));
      shared += share;
      try {
        return await use(share);
      } finally {
        shared -= share;
      }
    },
  };
}
