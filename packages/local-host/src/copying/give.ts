import { fstatSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { codeOf } from '@hostspec/files';
import { asZeroBytes, keptEnd, longestLine } from '@hostspec/host-kit';
import type { Cut, FilePart, TakePiece } from '@hostspec/spec';

const newline = 10;

// A file without a line end in this many bytes is not written line by line.
const longestUnfinished = 4096;

/** What was given of a file. */
export interface Given {
  readonly bytes: number;
  readonly cut?: Cut;
}

/** The limits of reading, and how to cut. */
export interface GiveOptions {
  readonly maxBytes: number;
  /** Cut anywhere, not at a line. */
  readonly raw?: boolean | undefined;
  /** Seconds of reading after which it ends with what was read so far; those in which pieces are taken do not count. Default: no limit. */
  readonly timeout?: number | undefined;
  /** Why reading must stop; undefined while it may go on. */
  readonly stopped?: () => string | undefined;
  /** Read from the start, whatever the descriptor's position; not every pseudo-file supports that. */
  readonly fromStart?: boolean;
  /** Give only this part of the file. */
  readonly part?: FilePart | undefined;
}

// The first piece of a file's end must hold the longest line.
const pieceBytes = longestLine;
// A larger file is read outside this thread.
const readHere = 8 * pieceBytes;
// No Buffers: their `slice` would not copy a piece that is overwritten later.
const spare: Uint8Array[] = [];
const readAsync = promisify(read);

/**
 * Gives an open file from its start, in pieces. It gives the end of a file larger than the limit, starting at a whole line, or
 * the beginning if the system does not know its size.
 */
export async function giveOpen(from: number, take: TakePiece, options: GiveOptions): Promise<Given> {
  const { size: whole } = fstatSync(from);
  const { maxBytes, part } = options;
  const size = Math.min(whole, part?.to ?? whole);
  return withBuffer((buffer) => {
    const file = { from, size, buffer, deadline: deadlineOf(options) };
    if (part) return giveEnd(file, take, options, Math.min(part.from, size));
    if (size <= maxBytes) return giveAll(file, take, options);
    return size <= pieceBytes ? giveShortTail(file, take, options) : giveEnd(file, take, options, 0);
  });
}

interface OpenFile {
  readonly from: number;
  readonly size: number;
  readonly buffer: Uint8Array;
  deadline: number;
}

async function giveAll(file: OpenFile, take: TakePiece, options: GiveOptions): Promise<Given> {
  const { from, size } = file;
  const limit = size > 0 ? size : options.maxBytes;
  let bytes = 0;
  let stopped: string | undefined;
  while (bytes < limit) {
    stopped = givenUp(options, file.deadline);
    if (stopped !== undefined) break;
    const wanted = Math.min(pieceBytes, limit - bytes);
    const piece =
      size > readHere
        ? await readAside(file, wanted, bytes)
        : readNow(file, wanted, options.fromStart ? bytes : null, bytes > 0);
    const isLast = piece !== undefined && bytes + piece.length === size;
    const kept = isLast && !options.raw ? toWholeLine(piece, from, size) : piece;
    if (kept === undefined) {
      stopped = 'no more data arrived';
      break;
    }
    if (kept.length === 0) break;
    await taken(file, take(kept));
    bytes += kept.length;
    if (isLast) break;
    if (size === 0 && bytes % (pieceBytes * 32) < kept.length) await new Promise(setImmediate);
  }
  if (stopped !== undefined) {
    const all = size === 0 ? '' : ` of ${size}`;
    const reason = `the first ${bytes}${all} bytes: ${stopped}`;
    return { bytes, cut: size === 0 ? { reason } : { reason, originalBytes: size } };
  }
  if (size === 0 && bytes >= limit)
    return { bytes, cut: { reason: `the first ${bytes} bytes of a file without a known size` } };
  return { bytes };
}

/** A pseudo-file may be shorter than its reported size, or readable only from its start: it is read completely, then cut. */
async function giveShortTail(file: OpenFile, take: TakePiece, options: GiveOptions): Promise<Given> {
  const { from, size } = file;
  const content = new Uint8Array(size);
  let read = 0;
  for (;;) {
    const piece = readNow(file, size - read, options.fromStart ? read : null, read > 0);
    if (piece === undefined || piece.length === 0) break;
    content.set(piece, read);
    read += piece.length;
  }
  const tail = content.subarray(Math.max(0, read - options.maxBytes), read);
  const lines = options.raw || tail.length === read ? tail : fromWholeLine(tail, true);
  const kept = options.raw ? lines : toWholeLine(lines, from, size);
  if (kept.length > 0) await taken(file, take(kept));
  if (kept.length === read) return { bytes: read };
  return { bytes: kept.length, cut: keptEnd(kept.length, read) };
}

/** Gives the end of what is between a position and the end, as much as the limit allows. */
async function giveEnd(file: OpenFile, take: TakePiece, options: GiveOptions, begin: number): Promise<Given> {
  const { from, size } = file;
  let position = Math.max(begin, size - options.maxBytes);
  const isCut = position > begin;
  const endsAt = options.part?.to !== undefined;
  let bytes = 0;
  let first = isCut && !options.raw;
  let ended = givenUp(options, file.deadline);
  while (position < size && ended === undefined) {
    const piece = await readAside(file, Math.min(pieceBytes, size - position), position);
    if (piece.length === 0) break;
    position += piece.length;
    const isLast = position >= size;
    // A line longer than the first piece, or than the limit, is cut at the limit.
    const lines = first ? fromWholeLine(piece, isLast) : piece;
    const kept = isLast && !options.raw && !endsAt ? toWholeLine(lines, from, size) : lines;
    first = false;
    if (kept.length > 0) await taken(file, take(kept));
    bytes += kept.length;
    ended = givenUp(options, file.deadline);
  }
  const isEarly = ended !== undefined && position < size;
  if (!isCut && !isEarly) return { bytes };
  const originalBytes = size - begin;
  if (!isEarly) return { bytes, cut: keptEnd(bytes, originalBytes) };
  const reason = `${bytes} of ${originalBytes} bytes, from byte ${position - bytes} on: ${ended}`;
  return { bytes, cut: { reason, originalBytes } };
}

/** Gives the first `size` bytes of a file that may still be growing. */
export async function giveStart(from: number, take: TakePiece, size: number): Promise<void> {
  await withBuffer(async (buffer) => {
    const file = { from, size, buffer, deadline: Number.POSITIVE_INFINITY };
    for (let bytes = 0; bytes < size; ) {
      const wanted = Math.min(pieceBytes, size - bytes);
      const piece =
        bytes < readHere ? readNow(file, wanted, bytes, false) : await readAside(file, wanted, bytes);
      if (piece === undefined || piece.length === 0) return;
      await taken(file, take(piece));
      bytes += piece.length;
    }
  });
}

/** The first bytes of a file, from its start; the size that the system reports may be wrong. */
export function readStart(fd: number, maxBytes: number): Buffer {
  const buffer = spare.pop() ?? new Uint8Array(pieceBytes);
  try {
    const pieces: Buffer[] = [];
    for (let done = 0; done < maxBytes; ) {
      const got = readSync(fd, buffer, 0, Math.min(pieceBytes, maxBytes - done), done);
      if (got === 0) break;
      pieces.push(Buffer.from(buffer.subarray(0, got)));
      done += got;
    }
    return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
  } finally {
    spare.push(buffer);
  }
}

/** Why reading ends before the end; undefined if it goes on. */
function givenUp({ timeout, stopped }: GiveOptions, deadline: number): string | undefined {
  return performance.now() > deadline ? `reading took longer than ${timeout} s` : stopped?.();
}

function deadlineOf({ timeout }: GiveOptions): number {
  return performance.now() + (timeout ?? Number.POSITIVE_INFINITY) * 1000;
}

/** Reads a piece; undefined if a non-blocking file had data but has no more for now. */
function readNow(
  { from, buffer }: OpenFile,
  length: number,
  position: number | null,
  begun: boolean,
): Uint8Array | undefined {
  try {
    return buffer.subarray(0, readSync(from, buffer, 0, Math.min(length, pieceBytes), position));
  } catch (error) {
    if (begun && codeOf(error) === 'EAGAIN') return undefined;
    throw error;
  }
}

/** Reads a piece outside this thread. */
async function readAside({ from, buffer }: OpenFile, length: number, position: number): Promise<Uint8Array> {
  const { bytesRead } = await readAsync(from, buffer, 0, length, position);
  return asZeroBytes(buffer.subarray(0, bytesRead));
}

/** Each file that is being read has a buffer of its own, which its next piece overwrites. */
async function withBuffer<T>(use: (buffer: Uint8Array) => Promise<T>): Promise<T> {
  const buffer = spare.pop() ?? new Uint8Array(pieceBytes);
  try {
    return await use(buffer);
  } finally {
    spare.push(buffer);
  }
}

/** Awaits only what is a promise: most pieces are taken at once. */
function taken(file: OpenFile, result: Promise<void> | void): Promise<void> | undefined {
  if (!result) return undefined;
  const begun = performance.now();
  return result.then(() => {
    file.deadline += performance.now() - begun;
  });
}

/** The part of a piece that begins with its first whole line; if no line end can follow, a longer line is cut. */
function fromWholeLine(piece: Uint8Array, isLast: boolean): Uint8Array {
  const line = piece.indexOf(newline) + 1;
  return line === piece.length && isLast ? piece : piece.subarray(line);
}

/** The end of an open file without a last line that was being written when the system told the file's size. */
function toWholeLine(end: Uint8Array, fd: number, size: number): Uint8Array {
  if (end.at(-1) === newline || fstatSync(fd).size <= size) return end;
  const line = end.lastIndexOf(newline) + 1;
  return line > 0 && end.length - line <= longestUnfinished ? end.subarray(0, line) : end;
}
