import { packedReason } from '@hostspec/host-kit';
import { addMasked, type MaskedCounts } from '@hostspec/spec';
import { shownPath } from '../archive-index.js';
import { gunzipped, kindOfStart, peeked } from '../read/content-start.js';
import { readTar } from '../read/tar-members.js';
import { NotOpened, readable, unreadable } from '../read/unreadable.js';
import { type ByteOutput, gzipTo } from '../write/gzip-file.js';
import { tarWriter } from '../write/member-writer.js';
import { copyMembers } from './copy-members.js';
import type { MaskingWork } from './masking.js';

/** Contents inside others that are opened. */
const deepest = 3;

const gzipLevel = 6;

/**
 * Masks a content, also what is in gzip and tar, which are packed again; returns what was masked. Content that is packed in another way, or
 * more than three times, is not copied, unless the work keeps it.
 *
 * @throws Unreadable if it cannot be read or unpacked.
 */
export async function maskContent(
  work: MaskingWork,
  at: string,
  content: AsyncIterable<Uint8Array>,
  output: Pick<ByteOutput, 'write'>,
  depth = 0,
): Promise<MaskedCounts> {
  const { start, content: whole } = await peeked(readable(content));
  const found = kindOfStart(start);
  if (found.kind === 'gzip' && depth < deepest) return await maskGzip(work, at, whole, output, depth + 1);
  if (found.kind === 'tar' && depth < deepest) return await maskTar(work, at, whole, output, depth + 1);
  if (found.kind !== 'plain') {
    const format = found.kind === 'opaque' ? found.format : found.kind;
    if (!work.keepsPacked) throw new NotOpened(packedReason(format));
    work.closed({ path: shownPath(at), reason: `it is packed by ${format}, which is not opened here` });
  }
  const redactor = work.redaction.content({ path: at });
  for await (const piece of whole) {
    work.take(piece.length);
    const masked = redactor.push(piece);
    if (masked.length > 0) await output.write(masked);
  }
  await output.write(redactor.end());
  return redactor.masked();
}

async function maskGzip(
  work: MaskingWork,
  at: string,
  content: AsyncIterable<Uint8Array>,
  { write }: Pick<ByteOutput, 'write'>,
  depth: number,
): Promise<MaskedCounts> {
  const gzip = gzipTo({ write, close: async () => {} }, gzipLevel);
  try {
    const counts = await maskContent(work, at, gunzipped(work.path, content, work.limits), gzip, depth);
    await gzip.end();
    return counts;
  } catch (error) {
    await gzip.abort();
    throw error;
  }
}

async function maskTar(
  work: MaskingWork,
  at: string,
  content: AsyncIterable<Uint8Array>,
  output: Pick<ByteOutput, 'write'>,
  depth: number,
): Promise<MaskedCounts> {
  const total: Record<string, number> = {};
  const within = { ...work, counted: (counts: MaskedCounts) => void addMasked(total, counts) };
  const writer = tarWriter(output);
  let writing: unknown;
  try {
    await copyMembers(within, (reader) => readTar(at, content, work.limits, reader), writer, {
      mask: maskContent,
      prefix: `${at}: `,
      depth,
      onFailure: (error) => {
        writing = error;
      },
    });
  } catch (error) {
    // A tar that is broken is left out; a disk that is full ends the work.
    throw writing ?? work.failure() ?? unreadable(error);
  }
  await writer.end();
  return total;
}
