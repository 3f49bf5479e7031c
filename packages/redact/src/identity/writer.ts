/** Collects ranges of bytes and short texts of Latin-1. Both are mostly so short that a native call would take longer than a loop. */
export interface Writer {
  readonly copy: (bytes: Uint8Array, from: number, to: number) => void;
  readonly write: (text: string) => void;
  /** Everything that was written. */
  readonly take: () => Uint8Array;
}

const short = 48;

/** A writer that expects a number of bytes, and grows if there are more. */
export function createWriter(expected: number): Writer {
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
      makeRoom(to - from);
      if (to - from > short) buffer.set(bytes.subarray(from, to), length);
      else for (let at = from; at < to; at++) buffer[length + at - from] = bytes[at] as number;
      length += to - from;
    },
    write(text) {
      makeRoom(text.length);
      for (let at = 0; at < text.length; at++) buffer[length + at] = text.charCodeAt(at);
      length += text.length;
    },
    take: () => buffer.subarray(0, length),
  };
}
