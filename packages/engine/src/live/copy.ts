import { createHash, type Hash } from 'node:crypto';
import { fstatSync, read, readSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { codeOf } from './problems.js';
import { fromWholeLine, toWholeLine } from './whole-lines.js';

/** The result of copying. */
export interface Copied {
  readonly bytes: number;
  readonly sha256: string;
  /** Set if the file was larger than the limit. */
  readonly cut?: { readonly reason: string; readonly originalBytes?: number };
}

/** The limits of copying, and how to cut. */
export interface CopyOptions {
  readonly maxBytes: number;
  /** Cut anywhere, not at a line. */
  readonly raw?: boolean;
  /** Seconds after which reading ends with what was read so far. Default: no limit. */
  readonly timeout?: number | undefined;
  /** Why reading must stop; undefined while it may go on. */
  readonly stopped?: () => string | undefined;
  /** Read from the start, whatever the descriptor's position; not every pseudo-file supports that. */
  readonly fromStart?: boolean;
}

const chunkBytes = 128 * 1024;
const buffer = Buffer.allocUnsafe(chunkBytes);
const spare: Buffer[] = [];
const readAsync = promisify(read);

/**
 * Copies an open file into another one from its start and hashes what it writes. It keeps the end of a file
 * larger than the limit, starting at a whole line, or the beginning if the system does not know its size.
 */
export async function copyOpen(from: number, to: number, options: CopyOptions): Promise<Copied> {
  return reading((readPiece) => copyPieces(from, to, options, readPiece));
}

async function copyPieces(
  from: number,
  to: number,
  options: CopyOptions,
  readPiece: ReadPiece,
): Promise<Copied> {
  const { size } = fstatSync(from);
  const hash = createHash('sha256');
  const deadline = performance.now() + (options.timeout ?? Number.POSITIVE_INFINITY) * 1000;
  if (size > options.maxBytes && size <= chunkBytes) return copyShortTail(from, to, size, options);
  if (size > options.maxBytes) return copyTail(from, to, size, options, deadline, hash, readPiece);
  const limit = size > 0 ? size : options.maxBytes;
  let bytes = 0;
  let stopped: string | undefined;
  while (bytes < limit) {
    stopped = givenUp(options, deadline);
    if (stopped !== undefined) break;
    const wanted = Math.min(chunkBytes, limit - bytes);
    const piece =
      size > chunkBytes * 8
        ? await readPiece(from, wanted, bytes)
        : readNow(from, wanted, options.fromStart ? bytes : null, bytes > 0);
    const isLast = piece !== undefined && bytes + piece.length === size;
    const chunk = isLast && !options.raw ? toWholeLine(piece, from, size) : piece;
    if (chunk === undefined) {
      stopped = 'no more data arrived';
      break;
    }
    if (chunk.length === 0) break;
    writeAll(to, chunk);
    hash.update(chunk);
    bytes += chunk.length;
    if (isLast) break;
    if (size === 0 && bytes % (chunkBytes * 32) < chunk.length) await new Promise(setImmediate);
  }
  const sha256 = hash.digest('hex');
  if (stopped !== undefined) {
    const all = size === 0 ? '' : ` of ${size}`;
    const cut = { reason: `the first ${bytes}${all} bytes: ${stopped}` };
    return { bytes, sha256, cut: size === 0 ? cut : { ...cut, originalBytes: size } };
  }
  if (size === 0 && bytes >= limit)
    return { bytes, sha256, cut: { reason: `the first ${bytes} bytes of a file without a known size` } };
  return { bytes, sha256 };
}

/** Why reading ends before the end; undefined if it goes on. */
function givenUp({ timeout, stopped }: CopyOptions, deadline: number): string | undefined {
  return performance.now() > deadline ? `reading took longer than ${timeout} s` : stopped?.();
}

/** Reads a piece; undefined if a non-blocking file had data but has no more for now. */
function readNow(fd: number, length: number, position: number | null, begun: boolean): Buffer | undefined {
  try {
    return buffer.subarray(0, readSync(fd, buffer, 0, length, position));
  } catch (error) {
    if (begun && codeOf(error) === 'EAGAIN') return undefined;
    throw error;
  }
}

/** A pseudo-file may be shorter than its reported size, or readable only from its start: it is read completely, then cut. */
function copyShortTail(from: number, to: number, size: number, options: CopyOptions): Copied {
  const content = Buffer.allocUnsafe(size);
  let read = 0;
  for (;;) {
    const chunk = readNow(from, size - read, options.fromStart ? read : null, read > 0);
    if (chunk === undefined || chunk.length === 0) break;
    read += chunk.copy(content, read);
  }
  const tail = content.subarray(Math.max(0, read - options.maxBytes), read);
  const lines = options.raw || tail.length === read ? tail : fromWholeLine(tail, true);
  const kept = options.raw ? lines : toWholeLine(lines, from, size);
  writeAll(to, kept);
  const sha256 = createHash('sha256').update(kept).digest('hex');
  if (kept.length === read) return { bytes: read, sha256 };
  return {
    bytes: kept.length,
    sha256,
    cut: { reason: `the last ${kept.length} of ${read} bytes`, originalBytes: read },
  };
}

async function copyTail(
  from: number,
  to: number,
  size: number,
  options: CopyOptions,
  deadline: number,
  hash: Hash,
  readPiece: ReadPiece,
): Promise<Copied> {
  let position = size - options.maxBytes;
  let bytes = 0;
  let first = !options.raw;
  let ended = givenUp(options, deadline);
  while (position < size && ended === undefined) {
    const chunk = await readPiece(from, Math.min(chunkBytes, size - position), position);
    if (chunk.length === 0) break;
    position += chunk.length;
    const isLast = position >= size;
    // A line longer than the first chunk, or than the limit, is cut at the limit.
    const lines = first ? fromWholeLine(chunk, isLast) : chunk;
    const kept = isLast && !options.raw ? toWholeLine(lines, from, size) : lines;
    first = false;
    writeAll(to, kept);
    hash.update(kept);
    bytes += kept.length;
    ended = givenUp(options, deadline);
  }
  const reason =
    ended === undefined || position >= size
      ? `the last ${bytes} of ${size} bytes`
      : `${bytes} of ${size} bytes, from byte ${position - bytes} on: ${ended}`;
  return { bytes, sha256: hash.digest('hex'), cut: { reason, originalBytes: size } };
}

type ReadPiece = (fd: number, length: number, position: number) => Promise<Buffer>;

/** Makes a function that reads piece by piece outside this thread; each piece overwrites the one before. */
async function reading<T>(use: (read: ReadPiece) => Promise<T>): Promise<T> {
  let own: Buffer | undefined;
  try {
    return await use(async (fd, length, position) => {
      own ??= spare.pop() ?? Buffer.allocUnsafeSlow(chunkBytes);
      const { bytesRead } = await readAsync(fd, own, 0, length, position);
      return own.subarray(0, bytesRead);
    });
  } finally {
    if (own) spare.push(own);
  }
}

function writeAll(fd: number, chunk: Buffer): void {
  for (let done = 0; done < chunk.length; ) done += writeSync(fd, chunk, done, chunk.length - done);
}

/** Writes bytes to a file and hashes them, cutting the end at the limit. */
export function writeBytes(to: number, content: Uint8Array, options: CopyOptions): Copied {
  const kept = Buffer.from(
    content.buffer,
    content.byteOffset,
    Math.min(content.byteLength, options.maxBytes),
  );
  writeAll(to, kept);
  const sha256 = createHash('sha256').update(kept).digest('hex');
  if (kept.length === content.byteLength) return { bytes: kept.length, sha256 };
  const reason = `the first ${kept.length} of ${content.byteLength} bytes`;
  return { bytes: kept.length, sha256, cut: { reason, originalBytes: content.byteLength } };
}

/** Hashes the first `size` bytes of a file that may still be growing. */
export async function hashOpen(fd: number, size: number): Promise<Pick<Copied, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  return reading(async (readPiece) => {
    while (bytes < size) {
      const wanted = Math.min(chunkBytes, size - bytes);
      const chunk =
        bytes < chunkBytes * 8
          ? buffer.subarray(0, readSync(fd, buffer, 0, wanted, bytes))
          : await readPiece(fd, wanted, bytes);
      if (chunk.length === 0) break;
      hash.update(chunk);
      bytes += chunk.length;
    }
    return { bytes, sha256: hash.digest('hex') };
  });
}

/** The first bytes of a file, from its start; the size that the system reports may be wrong. */
export function readStart(fd: number, maxBytes: number): Buffer {
  const pieces: Buffer[] = [];
  let done = 0;
  while (done < maxBytes) {
    const got = readSync(fd, buffer, 0, Math.min(chunkBytes, maxBytes - done), done);
    if (got === 0) break;
    pieces.push(Buffer.from(buffer.subarray(0, got)));
    done += got;
  }
  return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
}

/** Whether an open file contains nothing but line ends. The first byte tells for nearly all files. */
export function isBlank(fd: number, size: number): boolean {
  for (let done = 0, most = 1; done < size; most = chunkBytes) {
    const got = readSync(fd, buffer, 0, Math.min(most, size - done), done);
    if (got === 0) break;
    if (buffer.subarray(0, got).some((byte) => byte !== 10 && byte !== 13)) return false;
    done += got;
  }
  return true;
}
