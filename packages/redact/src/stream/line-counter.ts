/** Counts the lines of a stream, up to positions that never go back, in a window that moves forward. */
export interface LineCounter {
  /** The number of the line that a position is in, from 1. */
  readonly lineAt: (bytes: Uint8Array, at: number) => number;
  /** Moves the position back, after the window moved forward. */
  readonly shift: (by: number) => void;
}

/** Makes a counter at the start of a stream. */
export function lineCounter(): LineCounter {
  let line = 1;
  let counted = 0;
  return {
    lineAt(bytes, at) {
      if (at <= counted) return line;
      const part = bytes.subarray(counted, at);
      for (let end = part.indexOf(10); end !== -1; end = part.indexOf(10, end + 1)) line++;
      counted = at;
      return line;
    },
    shift(by) {
      counted -= by;
    },
  };
}
