/** Buffers of one size that are used again. */
export interface Pool {
  readonly take: () => Buffer;
  readonly give: (buffer: Buffer) => void;
}

const kept = 8;

/** A pool that keeps up to eight free buffers. */
export function createPool(size: number): Pool {
  const free: Buffer[] = [];
  return {
    take: () => free.pop() ?? Buffer.allocUnsafeSlow(size),
    give(buffer) {
      if (free.length < kept) free.push(buffer);
    },
  };
}
