import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import type { ArchiveFile } from '@hostspec/archive';

const deflate = promisify(deflateRaw);
// More would wait for a processor, and each one holds its content and its compressed form.
const atOnce = 4;

/** The content of files, one after the other, as compressed blocks in base64. Memory does not grow with the content. */
export async function* compressedBlocks(files: readonly ArchiveFile[], size: number): AsyncGenerator<string> {
  const waiting: Promise<string>[] = [];
  for await (const block of blocksOf(files, size)) {
    const compressed = deflate(block, { level: 1 }).then((bytes) => bytes.toString('base64'));
    // A failure is thrown when its turn comes, not before.
    compressed.catch(() => {});
    waiting.push(compressed);
    if (waiting.length >= atOnce) yield (await waiting.shift()) ?? '';
  }
  for (const compressed of waiting) yield await compressed;
}

/** The content of files in blocks of a size; the last one may be smaller. */
async function* blocksOf(files: readonly ArchiveFile[], size: number): AsyncGenerator<Buffer> {
  let block = Buffer.allocUnsafe(size);
  let filled = 0;
  for (const file of files) {
    let left = file.bytes;
    for await (const piece of file.stream()) {
      for (let at = 0; at < piece.length && left > 0; ) {
        const part = piece.subarray(at, at + Math.min(size - filled, left));
        block.set(part, filled);
        filled += part.length;
        left -= part.length;
        at += part.length;
        if (filled < size) continue;
        yield block;
        block = Buffer.allocUnsafe(size);
        filled = 0;
      }
    }
    if (left > 0) throw new Error(`content ended ${left} bytes too early`);
  }
  if (filled > 0) yield block.subarray(0, filled);
}
