import { close, write } from 'node:fs';
import { promisify } from 'node:util';
import { constants, createDeflateRaw } from 'node:zlib';
import { mostZeros, zeroBytes } from '@hostspec/host-kit';
import type { Piece } from '@hostspec/spec';
import { gzipMember } from './gzip-member.js';

const writeAsync = promisify(write);
const closeAsync = promisify(close);

// Large buffers keep the compressor busy for longer. With many open files, small ones save memory.
const large = { batch: 128 * 1024, chunk: 32 * 1024 };
const small = { batch: 64 * 1024, chunk: 16 * 1024 };
const mostWithLarge = 8;

const defaultLevel = 6;

let openFiles = 0;
const sizes = (): typeof large => (openFiles > mostWithLarge ? small : large);

// Shared by all files: each needs a second batch only while its first is compressed.
const spares: Buffer[] = [];
const mostSpares = 16;

const takeBatch = (): Buffer => spares.pop() ?? Buffer.allocUnsafe(sizes().batch);
const giveBack = (batch: Buffer): void => {
  if (spares.length < mostSpares) spares.push(batch);
};

/** A gzip file written in batches: the next one fills while one is compressed in libuv's pool. */
export interface GzipFile {
  /** Whether the batch is full enough to flush. */
  isDue(): boolean;
  room(): number;
  /** The free part of the batch, at most `room()` bytes. Call `filled` afterwards. */
  free(): Buffer;
  /** Adds this many bytes of `free()` to the batch. */
  filled(bytes: number): void;
  /** Copies all bytes. Waits for room. */
  write(bytes: Uint8Array): Promise<void>;
  /** Writes zeros, which take little time and space however many they are. */
  zeros(count: number): Promise<void>;
  /** Passes the batch to the compressor after the previous one. */
  flush(): Promise<void>;
  end(): Promise<void>;
  abort(): Promise<void>;
}

/** Compresses into an open file, and closes it. `level` is zlib's; default 6. */
export function gzipFile(fd: number, level?: number): GzipFile {
  return gzipTo(fileBytes(fd), level);
}

/** Where bytes go. */
export interface ByteOutput {
  write(piece: Piece): Promise<void>;
  close(): Promise<void>;
}

/** Writes to an open file, and closes it. */
export function fileBytes(fd: number): ByteOutput {
  return {
    async write(bytes) {
      for (let offset = 0; offset < bytes.length; )
        offset += (await writeAsync(fd, bytes, offset, bytes.length - offset)).bytesWritten;
    },
    close: () => closeAsync(fd),
  };
}

/** Compresses into an output, and closes it. `level` is zlib's; default 6. */
export function gzipTo(target: ByteOutput, level = defaultLevel): GzipFile {
  const member = gzipMember(target.write);
  let part: Part | undefined;
  let batch: Buffer | undefined;
  let fill = 0;
  let compressed: Promise<void> = Promise.resolve();
  let aborted = false;
  let open = true;
  openFiles++;

  const filling = (): Buffer => {
    batch ??= takeBatch();
    return batch;
  };
  const room = (): number => filling().length - fill;
  const closeOnce = async (): Promise<void> => {
    if (!open) return;
    open = false;
    openFiles--;
    await target.close();
  };

  const flush = async (): Promise<void> => {
    await compressed;
    if (fill === 0) return;
    if (aborted) throw discarded();
    const full = filling();
    const content = full.subarray(0, fill);
    batch = undefined;
    fill = 0;
    member.count(content);
    part ??= beginPart(member.write, level);
    // A compressor that gave up may still be reading its batch.
    compressed = part.compress(content).then(() => giveBack(full));
    compressed.catch(() => {});
  };

  const write = async (bytes: Uint8Array): Promise<void> => {
    for (let offset = 0; offset < bytes.length; ) {
      if (room() === 0) await flush();
      const piece = bytes.subarray(offset, offset + room());
      filling().set(piece, fill);
      fill += piece.length;
      offset += piece.length;
    }
  };

  const endPart = async (): Promise<void> => {
    await flush();
    await compressed;
    await part?.end();
    part = undefined;
  };

  return {
    isDue: () => batch !== undefined && fill * 2 >= batch.length,
    room,
    free: () => filling().subarray(fill),
    filled(bytes) {
      fill += bytes;
    },
    write,
    async zeros(count) {
      const blocks = Math.floor(count / mostZeros);
      if (blocks > 0) {
        await endPart();
        await member.zeros(blocks);
      }
      await write(zeroBytes(count % mostZeros));
    },
    flush,
    async end() {
      await endPart();
      await member.end();
      await closeOnce();
    },
    async abort() {
      aborted = true;
      await part?.abort();
      await closeOnce();
    },
  };
}

const discarded = (): Error => new Error('the archive was discarded');

/** Compressed data that refers to nothing before it and ends at a byte, so that anything can follow. */
interface Part {
  compress(piece: Piece): Promise<void>;
  end(): Promise<void>;
  abort(): Promise<void>;
}

function beginPart(write: (bytes: Uint8Array) => Promise<void>, level: number): Part {
  const deflate = createDeflateRaw({ level, chunkSize: sizes().chunk, finishFlush: constants.Z_FULL_FLUSH });
  let failure: unknown;
  let giveUp: (() => void) | undefined;
  deflate.on('error', () => {});
  // A destroyed compressor whose output waits never calls back.
  deflate.on('close', () => giveUp?.());

  const output = (async () => {
    for await (const chunk of deflate as AsyncIterable<Buffer>) await write(chunk);
  })().catch((error: unknown) => {
    failure = error;
    deflate.destroy();
  });

  return {
    compress: (bytes) =>
      new Promise((resolve, reject) => {
        giveUp = () => reject(failure ?? discarded());
        if (deflate.destroyed) giveUp();
        else deflate.write(bytes, (error) => (error ? giveUp?.() : resolve()));
      }),
    async end() {
      deflate.end();
      await output;
      if (failure !== undefined) throw failure;
    },
    async abort() {
      deflate.destroy();
      await output;
    },
  };
}
