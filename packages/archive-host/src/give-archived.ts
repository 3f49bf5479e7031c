import type { Cut, TakePiece } from '@hostspec/spec';
import type { ArchivedFile } from './opened-archive.js';

/** How much of a stored file to give. */
export interface GiveArchivedOptions {
  readonly maxBytes: number;
  /** Cut anywhere, not at a line. */
  readonly raw?: boolean | undefined;
  /** Which part of larger content to give: the end of a file, the start of an output. */
  readonly keep: 'start' | 'end';
}

/** A line longer than this is cut at the limit. */
const longestLine = 128 * 1024;

/**
 * Gives the content of a stored file in pieces; if it exceeds the limit, only its start or its end, which begins with a whole
 * line. Returns how it was cut.
 */
export async function giveArchived(
  file: ArchivedFile,
  take: TakePiece,
  { maxBytes, raw, keep }: GiveArchivedOptions,
): Promise<Cut | undefined> {
  const first = keep === 'end' ? Math.max(file.bytes - maxBytes, 0) : 0;
  const last = first + maxBytes;
  let position = 0;
  let bytes = 0;
  const give = async (kept: Uint8Array): Promise<void> => {
    if (kept.length > 0) await take(kept);
    bytes += kept.length;
  };
  let line: Buffer | undefined = first === 0 || raw ? undefined : Buffer.alloc(0);
  for await (const piece of file.stream()) {
    const kept = piece.subarray(Math.max(first - position, 0), Math.max(last - position, 0));
    position += piece.length;
    if (line === undefined) await give(kept);
    else {
      line = Buffer.concat([line, kept]);
      const end = line.indexOf(10);
      const isLast = end + 1 === line.length && position >= last;
      if (!isLast && (end >= 0 || line.length > longestLine)) {
        await give(line.subarray(end + 1));
        line = undefined;
      }
    }
    if (position >= last) break;
  }
  if (line) await give(line);
  if (file.bytes <= maxBytes) return undefined;
  const reason = `the ${keep === 'end' ? 'last' : 'first'} ${bytes} of ${file.bytes} bytes`;
  return { reason, originalBytes: file.bytes };
}
