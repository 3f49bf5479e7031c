import { Readable } from 'node:stream';
import { errorWords } from '@hostspec/files';
import { packingOf } from '@hostspec/host-kit';
import { isHostspecError } from '@hostspec/spec';
import type { ArchiveLimits } from '../archive-limits.js';
import { gunzip, gzipProblem, withinRatio } from './decompress.js';

/** How deep contents inside one another are opened. */
export const deepest = 3;

const headerBytes = 512;

/** The kind of a content by its first bytes. `opaque` formats are not opened. */
type ContentKind =
  | { readonly kind: 'gzip' | 'tar' | 'plain' }
  | { readonly kind: 'opaque'; readonly format: string };

/** Tells the kind of a content by its first bytes. */
export function kindOfStart(start: Uint8Array): ContentKind {
  const packing = packingOf(start);
  if (packing === 'gzip') return { kind: 'gzip' };
  if (packing !== undefined) return { kind: 'opaque', format: packing };
  return { kind: isTarHeader(start) ? 'tar' : 'plain' };
}

/**
 * Whether a content is likely UTF-16 without its mark, in which nothing is found: of its first 32 bytes each second one is zero, and no
 * other.
 */
export function isUnmarkedUtf16(start: Uint8Array): boolean {
  const some = start.subarray(0, 32);
  const isZeroAt = (parity: number): boolean =>
    some.every((byte, at) => (byte === 0) === (at % 2 === parity));
  return some.length >= 8 && (isZeroAt(0) || isZeroAt(1));
}

/** Whether a block is a tar header: its checksum is right. */
function isTarHeader(block: Uint8Array): boolean {
  if (block.length < headerBytes || block[0] === 0) return false;
  const written = Buffer.from(block.subarray(148, 156)).toString('latin1');
  if (!/^ *[0-7]+[ \0]*$/.test(written)) return false;
  const sum = block
    .subarray(0, headerBytes)
    .reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  return Number.parseInt(written, 8) === sum;
}

/** Reads the first bytes ahead; `content` still has all of them. */
export async function peeked(
  content: AsyncIterable<Uint8Array>,
  bytes = headerBytes,
): Promise<{ readonly start: Buffer; readonly content: AsyncGenerator<Uint8Array> }> {
  const pieces = content[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let length = 0;
  while (length < bytes) {
    const next = await pieces.next();
    if (next.done) break;
    read.push(next.value);
    length += next.value.length;
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield* read;
      for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
    } finally {
      await pieces.return?.();
    }
  }
  return { start: Buffer.concat(read).subarray(0, bytes), content: all() };
}

/** Unpacks gzip, within the limit of the ratio. @throws HostspecError `INVALID_ARCHIVE`; zlib's error. */
export async function* gunzipped(
  path: string,
  gzip: AsyncIterable<Uint8Array>,
  limits: ArchiveLimits,
): AsyncGenerator<Uint8Array> {
  let packed = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of gzip) {
      packed += piece.length;
      yield piece;
    }
  }
  const content = gunzip(Readable.from(counted(), { objectMode: false }));
  yield* withinRatio(path, content, limits, () => packed);
}

/** Content that cannot be read or unpacked. Only its member is left out. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** Compressed content that hostspec cannot open. Its member is left out. */
export class NotOpened extends Unreadable {}

/** Turns the errors of a content into `Unreadable`. */
export async function* readable(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = content[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await pieces.next().catch((error: unknown) => {
        throw unreadable(error);
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await pieces.return?.();
  }
}

/** Turns a read error into `Unreadable`. */
export function unreadable(error: unknown): Unreadable {
  if (error instanceof Unreadable) return error;
  const why = isHostspecError(error) ? error.message : errorWords(error);
  return new Unreadable(gzipProblem(error) ?? `it cannot be read: ${why}`, { cause: error });
}
