/** Collects ranges of bytes and short texts. */
export interface Output {
  readonly copy: (bytes: Uint8Array, from: number, to: number) => void;
  readonly write: (text: string) => void;
  /** The bytes since the last call. A single range is returned without a copy. */
  readonly take: () => Uint8Array;
  /** Copies pending ranges. Call it before their bytes change. */
  readonly settle: () => void;
}

const nothing = Buffer.alloc(0);

/** Creates an output that copies ranges as late as possible. */
export function createOutput(): Output {
  let buffer = nothing;
  let length = 0;
  let source: Uint8Array = nothing;
  let start = 0;
  let end = 0;
  const makeRoom = (more: number) => {
    if (length + more <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(buffer.length * 2, length + more + 1024));
    larger.set(buffer.subarray(0, length));
    buffer = larger;
  };
  const settle = () => {
    if (start === end) return;
    makeRoom(end - start);
    buffer.set(source.subarray(start, end), length);
    length += end - start;
    start = end;
  };
  return {
    copy(bytes, from, to) {
      if (to <= from) return;
      if (bytes === source && from === end && start < end) {
        end = to;
        return;
      }
      settle();
      source = bytes;
      start = from;
      end = to;
    },
    write(text) {
      settle();
      makeRoom(text.length);
      length += buffer.write(text, length, 'latin1');
    },
    settle,
    take() {
      if (length === 0) {
        const only = source.subarray(start, end);
        start = end;
        source = nothing;
        return only;
      }
      settle();
      source = nothing;
      const taken = buffer.subarray(0, length);
      length = 0;
      return taken;
    },
  };
}
