/** The bytes of content that a whole run may have. */
export interface Budget {
  /** Bytes that are left; undefined if there is no limit. */
  left(): number | undefined;
  /** Takes bytes for an item; returns how many it may have. */
  take(bytes: number): number;
}

/** Makes the budget of a run, which is stopped when its bytes are used up. */
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
