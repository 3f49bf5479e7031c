/** What one connection may have on its way and in memory, all requests together. */
export interface Flow {
  /** Lets a request have more content on its way, at most `bytes`; returns how much. */
  widen(bytes: number): number;
  /** Gives back what `widen` returned. */
  narrow(bytes: number): void;
  /** Counts bytes of answers that are not complete. @throws Error if they are too many. */
  hold(bytes: number): void;
  /** Gives back what `hold` counted. */
  release(bytes: number): void;
}

/** The most bytes of answers that are not complete; one list of names has at most 16 MiB. */
export const maxHeld = 64 * 1024 * 1024;

/** The most bytes of content that may be on their way beside the first credit of each request. */
const maxSpare = 2 * 1024 * 1024;

/** Starts counting for a connection. */
export function createFlow(): Flow {
  let spare = maxSpare;
  let held = 0;
  return {
    widen(bytes) {
      const given = Math.min(bytes, spare);
      spare -= given;
      return given;
    },
    narrow(bytes) {
      spare += bytes;
    },
    hold(bytes) {
      held += bytes;
      if (held > maxHeld) throw new Error(`answers of more than ${maxHeld} bytes`);
    },
    release(bytes) {
      held -= bytes;
    },
  };
}
