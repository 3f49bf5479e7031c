import type { Range } from './protocol.js';

/** The content of all blocks. */
export interface ContentStore {
  readonly blockBytes: number;
  /** The parts of a range, block by block. */
  parts(range: Range): AsyncIterable<Uint8Array>;
  /** A range in one piece: for small ones. */
  read(range: Range): Promise<Uint8Array>;
}

/** Most inflated blocks in memory. */
const mostInflated = 64;

/** Content that is inflated block by block when it is read; `inflated` gets one block. */
export function contentStore(
  blockBytes: number,
  inflated: (block: number) => Promise<Uint8Array>,
): ContentStore {
  const recent = new Map<number, Promise<Uint8Array>>();

  const block = (number: number): Promise<Uint8Array> => {
    const content = recent.get(number) ?? inflated(number);
    recent.delete(number);
    recent.set(number, content);
    content.catch(() => recent.delete(number));
    const [oldest] = recent.keys();
    if (recent.size > mostInflated && oldest !== undefined) recent.delete(oldest);
    return content;
  };

  async function* parts({ offset, bytes }: Range): AsyncGenerator<Uint8Array> {
    const end = offset + bytes;
    for (let at = offset; at < end; ) {
      const number = Math.floor(at / blockBytes);
      const start = number * blockBytes;
      const content = await block(number);
      // The next block is inflated while this one is searched.
      if (start + blockBytes < end) void block(number + 1);
      yield content.subarray(at - start, end - start);
      at = start + blockBytes;
    }
  }

  return {
    blockBytes,
    parts,
    async read(range) {
      const all = new Uint8Array(range.bytes);
      let at = 0;
      for await (const part of parts(range)) {
        all.set(part, at);
        at += part.length;
      }
      return all;
    },
  };
}
