/** Limits what one connection has in transit and in memory, over all requests. */
export interface Flow {
  /** Lets a request have up to `bytes` more content in transit. Returns how much. */
  widen(bytes: number): number;
  narrow(bytes: number): void;
  /** Counts bytes of incomplete answers. @throws Error if there are too many. */
  hold(bytes: number): void;
  release(bytes: number): void;
}

/** Most bytes of incomplete answers; a list of names has at most 16 MiB. */
export const maxHeld = 64 * 1024 * 1024;

/** Most bytes of content in transit beyond the first credit of each request. */
const maxSpare = 2 * 1024 * 1024;

/** Creates the limits of a connection. */
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
