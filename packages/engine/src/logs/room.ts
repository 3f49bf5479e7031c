/** A limit for bytes that several users hold, in memory or in an archive. */
export interface Room {
  /** Reserves up to this many bytes. Waits while others may still free some. Returns how many it reserved: 0 only if none are left. */
  take(bytes: number): Promise<number>;
  /** Gives bytes back that were taken. */
  free(bytes: number): void;
}

/** Creates a room of this many bytes. The first request is served first. One request gets at most this `share` of what is left. */
export function roomOf(bytes: number, share = 1): Room {
  let left = bytes;
  let users = 0;
  const waiting: { readonly wanted: number; readonly begin: (given: number) => void }[] = [];
  const serve = (): void => {
    for (let [first] = waiting; first !== undefined; [first] = waiting) {
      const most = Math.floor(left * share);
      // Others may give bytes back, so no request is cut before they are done.
      if (most < first.wanted && users > 0) return;
      waiting.shift();
      const given = Math.min(first.wanted, most);
      left -= given;
      users++;
      first.begin(given);
    }
  };
  return {
    take(wanted) {
      return new Promise((begin) => {
        waiting.push({ wanted, begin });
        serve();
      });
    },
    free(unused) {
      left += unused;
      users--;
      serve();
    },
  };
}
