/** Collects ranges of bytes and short texts into one buffer. */
export interface Output {
  readonly copy: (bytes: Uint8Array, from: number, to: number) => void;
  readonly write: (text: string) => void;
  /** What was written since the last call. */
  readonly take: () => Uint8Array;
}

/** An output that expects a number of bytes, and grows if there are more. */
export function createOutput(expected: number): Output {
  let buffer = Buffer.allocUnsafeSlow(expected);
  let length = 0;
  const makeRoom = (more: number) => {
    if (length + more <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(buffer.length * 2, length + more));
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  };
  return {
    copy(bytes, from, to) {
      if (to <= from) return;
      makeRoom(to - from);
      buffer.set(bytes.subarray(from, to), length);
      length += to - from;
    },
    write(text) {
      makeRoom(text.length);
      length += buffer.write(text, length, 'latin1');
    },
    take: () => buffer.subarray(0, length),
  };
}
