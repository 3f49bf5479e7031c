import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import type { ArchiveFile } from '@hostspec/archive';

const deflate = promisify(deflateRaw);
// More would wait for a processor, and each one holds its content and its compressed form.
const atOnce = 4;

/**
 * The content of files, one after the other, as compressed blocks in base64. Each block begins with the last `margin` bytes of
 * the one before and ends with as many of the next one, so that it can be searched alone. Memory does not grow with the content.
 */
export async function* compressedBlocks(
  files: readonly ArchiveFile[],
  size: number,
  margin: number,
): AsyncGenerator<string> {
  const waiting: Promise<string>[] = [];
  for await (const block of blocksOf(files, size, margin)) {
    const compressed = deflate(block, { level: 1 }).then((bytes) => bytes.toString('base64'));
    // A failure is thrown when its turn comes, not before.
    compressed.catch(() => {});
    waiting.push(compressed);
    if (waiting.length >= atOnce) yield (await waiting.shift()) ?? '';
  }
  for (const compressed of waiting) yield await compressed;
}

/** The content of files in blocks of a size, with their margins; the first one has none before it, the last ones may be smaller. */
async function* blocksOf(
  files: readonly ArchiveFile[],
  size: number,
  margin: number,
): AsyncGenerator<Buffer> {
  const full = margin + size + margin;
  let block = Buffer.allocUnsafe(full);
  // The first block has no margin before it: its part of the buffer stays unused.
  let start = margin;
  let filled = margin;
  const next = (): void => {
    const rest = block.subarray(size, filled);
    block = Buffer.allocUnsafe(full);
    filled = rest.copy(block);
    start = 0;
  };
  for (const file of files) {
    let left = file.bytes;
    for await (const piece of file.stream()) {
      for (let at = 0; at < piece.length && left > 0; ) {
        const part = piece.subarray(at, at + Math.min(full - filled, left));
        block.set(part, filled);
        filled += part.length;
        left -= part.length;
        at += part.length;
        if (filled < full) continue;
        yield block.subarray(start);
        next();
      }
    }
    if (left > 0) throw new Error(`content ended ${left} bytes too early`);
  }
  for (; filled > margin; next()) yield block.subarray(start, filled);
}
