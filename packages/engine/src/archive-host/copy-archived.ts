import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import type { Copied, CopyOptions } from '../live/copy.js';
import type { ArchivedFile } from './source.js';

/** A line longer than this is cut at the limit. */
const longestLine = 128 * 1024;

/**
 * Copies a file of an archive into an open one and hashes what it writes. It keeps the end of a larger
 * file, starting at a whole line, and the beginning of a larger output.
 */
export async function copyArchived(
  file: ArchivedFile,
  to: number,
  { maxBytes, raw, keep }: CopyOptions & { readonly keep: 'start' | 'end' },
): Promise<Copied> {
  const hash = createHash('sha256');
  const first = keep === 'end' ? Math.max(file.bytes - maxBytes, 0) : 0;
  const last = first + maxBytes;
  let position = 0;
  let bytes = 0;
  const keepBytes = (kept: Uint8Array): void => {
    for (let done = 0; done < kept.length; ) done += writeSync(to, kept, done);
    hash.update(kept);
    bytes += kept.length;
  };
  let line: Buffer | undefined = first === 0 || raw ? undefined : Buffer.alloc(0);
  for await (const piece of file.stream()) {
    const kept = piece.subarray(Math.max(first - position, 0), Math.max(last - position, 0));
    position += piece.length;
    if (line === undefined) keepBytes(kept);
    else {
      line = Buffer.concat([line, kept]);
      const end = line.indexOf(10);
      const isLast = end + 1 === line.length && position >= last;
      if (!isLast && (end >= 0 || line.length > longestLine)) {
        keepBytes(line.subarray(end + 1));
        line = undefined;
      }
    }
    if (position >= last) break;
  }
  if (line) keepBytes(line);
  const sha256 = hash.digest('hex');
  if (file.bytes <= maxBytes) return { bytes, sha256 };
  const reason = `the ${keep === 'end' ? 'last' : 'first'} ${bytes} of ${file.bytes} bytes`;
  return { bytes, sha256, cut: { reason, originalBytes: file.bytes } };
}
