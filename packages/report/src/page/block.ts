import type { Layout } from './protocol.js';

/** A block of the content with what it repeats of the blocks around it. */
export interface Block {
  readonly bytes: Uint8Array;
  /** Where the bytes begin in all content. */
  readonly offset: number;
  /** Where the content of this block alone begins and ends in all content. */
  readonly start: number;
  readonly end: number;
}

/** The worker's side of `postMessage`, which the types of a page lack. */
export const post = <T>(message: T): void =>
  (self as unknown as { postMessage(data: T): void }).postMessage(message);

/** Blocks that the page sends to a worker when it asks for them. */
export interface Blocks {
  /** Asks for a block and inflates it. */
  block(number: number): Promise<Block>;
  /** Takes the text of a block from the page. */
  take(number: number, base64: string): void;
}

/** The blocks of a report; `ask` asks the page for the text of one. */
export function blocksOf({ blockBytes, marginBytes, bytes }: Layout, ask: (number: number) => void): Blocks {
  const waiting = new Map<number, ((base64: string) => void)[]>();
  const base64Of = (number: number): Promise<string> =>
    new Promise((resolve) => {
      const others = waiting.get(number);
      if (others) others.push(resolve);
      else {
        waiting.set(number, [resolve]);
        ask(number);
      }
    });
  return {
    async block(number) {
      const start = number * blockBytes;
      const offset = Math.max(0, start - marginBytes);
      const end = Math.min(start + blockBytes, bytes);
      const length = Math.min(end + marginBytes, bytes) - offset;
      return { bytes: await inflated(bytesOf(await base64Of(number)), length), offset, start, end };
    },
    take(number, base64) {
      for (const resolve of waiting.get(number) ?? []) resolve(base64);
      waiting.delete(number);
    },
  };
}

/** Inflates to a known number of bytes, which is faster than to collect pieces. */
async function inflated(compressed: Uint8Array<ArrayBuffer>, length: number): Promise<Uint8Array> {
  const { writable, readable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  const written = writer.write(compressed).then(() => writer.close());
  // A failure is thrown by the reader too.
  written.catch(() => {});
  const bytes = new Uint8Array(length);
  const reader = readable.getReader();
  let filled = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes.set(part.value, filled);
    filled += part.value.length;
  }
  if (filled < length) throw new Error(`a block has ${filled} bytes instead of ${length}`);
  return bytes;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
