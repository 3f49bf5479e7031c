import { close, write } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync, type ZlibOptions } from 'node:zlib';
import { mostZeros, zeroBytes } from '@hostspec/host-kit';
import type { Piece } from '@hostspec/spec';

// Without a name, a time or a system.
const header = Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
const lastBlock = Buffer.of(3, 0);

const together = 64;

let known: CompressedZeros | undefined;

const writeAsync = promisify(write);
const closeAsync = promisify(close);
const deflate = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);

// Large buffers keep the compressor busy for longer. With many open files, small ones save memory. A compressed batch of log text fits into
// one chunk. Several chunks would be copied into one more, and all of them would stay in memory until garbage is collected.
const large = { batch: 256 * 1024, chunk: 128 * 1024 };
const small = { batch: 128 * 1024, chunk: 64 * 1024 };
const mostWithLarge = 8;

// Text of logs takes 7 % more space than at 6, and half the time.
const defaultLevel = 5;

// How far compressed data refers back.
const windowBytes = 32 * 1024;

let openFiles = 0;
const sizes = (): typeof large => (openFiles > mostWithLarge ? small : large);

// Shared by all files: each needs a second batch only while its first is compressed.
const spares: Buffer[] = [];
const mostSpares = 16;

const takeBatch = (): Buffer => spares.pop() ?? Buffer.allocUnsafe(sizes().batch);
const giveBack = (batch: Buffer): void => {
  if (spares.length < mostSpares) spares.push(batch);
};

/** A gzip file written in batches: the next one fills while others are compressed in libuv's pool. */
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
  /** Passes the batch to a compressor as soon as one is free. */
  flush(): Promise<void>;
  end(): Promise<void>;
  abort(): Promise<void>;
}

/** Compresses into an open file, and closes it. `level` is zlib's; default 5. */
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

/** Compresses into an output, and closes it. `level` is zlib's; default 5. The bytes do not depend on `atOnce`. */
export function gzipTo(target: ByteOutput, level = defaultLevel, atOnce = compressors()): GzipFile {
  const member = gzipMember(target.write);
  const pipeline = createBlocks(member.write, level, atOnce);
  let batch: Buffer | undefined;
  let fill = 0;
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
    await pipeline.ready();
    if (fill === 0) return;
    const full = filling();
    const content = full.subarray(0, fill);
    const done = pipeline.add(content);
    batch = undefined;
    fill = 0;
    member.count(content);
    // A compressor that gave up may still be reading its batch.
    done.then(
      () => giveBack(full),
      () => {},
    );
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

  const flushAll = async (): Promise<void> => {
    await flush();
    await pipeline.written();
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
        await flushAll();
        await member.zeros(blocks);
        pipeline.forget();
      }
      await write(zeroBytes(count % mostZeros));
    },
    flush,
    async end() {
      await flushAll();
      await member.end();
      await closeOnce();
    },
    async abort() {
      await pipeline.abort();
      await closeOnce();
    },
  };
}

const discarded = (): Error => new Error('the archive was discarded');

/** Compressed batches, each of which ends at a byte, so that anything can follow. */
interface Blocks {
  /** Waits until a batch can be added. */
  ready(): Promise<void>;
  /** Compresses a batch, and writes it after those before it. It must not change until this resolves. */
  add(content: Buffer): Promise<void>;
  /** Waits for all batches. */
  written(): Promise<unknown>;
  /** The next batch refers to nothing before it. */
  forget(): void;
  abort(): Promise<unknown>;
}

function createBlocks(write: (data: Piece) => Promise<void>, level: number, atOnce: number): Blocks {
  const compress = createCompressor(level);
  // Oldest first. One that failed stays.
  const pending: Promise<void>[] = [];
  let aborted = false;

  const writeAfter = async (before: Promise<void> | undefined, compressing: Promise<Buffer>) => {
    const [data] = await Promise.all([compressing, before]);
    if (aborted) throw discarded();
    await write(data);
    pending.shift();
  };

  return {
    async ready() {
      while (pending.length >= (openFiles > mostWithLarge ? 1 : atOnce)) await pending[0];
    },
    add(content) {
      if (aborted) throw discarded();
      const done = writeAfter(pending.at(-1), compress.next(content));
      pending.push(done);
      return done;
    },
    written: () => Promise.all(pending),
    forget: compress.forget,
    abort() {
      aborted = true;
      return Promise.allSettled(pending);
    },
  };
}

interface Compressor {
  /** Compresses data that may refer to what was compressed before it. */
  next(content: Buffer): Promise<Buffer>;
  forget(): void;
}

function createCompressor(level: number): Compressor {
  const window = Buffer.allocUnsafe(windowBytes);
  let known = 0;
  return {
    next(content) {
      // zlib has copied the dictionary when this returns.
      const result = deflate(content, {
        level,
        chunkSize: sizes().chunk,
        finishFlush: constants.Z_SYNC_FLUSH,
        ...(known > 0 && { dictionary: window.subarray(windowBytes - known) }),
      });
      const kept = content.subarray(-windowBytes);
      window.copyWithin(0, kept.length);
      window.set(kept, windowBytes - kept.length);
      known = Math.min(windowBytes, known + kept.length);
      return result;
    },
    forget() {
      known = 0;
    },
  };
}

// Threads of libuv's pool, of which one stays free for reads and writes.
const mostCompressors = 3;

/** How many batches to compress at once: beside the first, one for each two processors, as far as they are idle. */
function compressors(): number {
  const processors = availableParallelism();
  const idle = processors - Math.ceil(loadavg()[0] ?? processors);
  return Math.min(mostCompressors, 1 + Math.max(0, Math.min(Math.floor(processors / 2), idle)));
}

interface GzipMember {
  write(data: Uint8Array): Promise<void>;
  /** Counts the bytes that the compressed data stands for, in order. */
  count(data: Uint8Array): void;
  /** Writes `blocks` times `mostZeros` zeros, precompressed: this costs as much as copying a thousandth of them. */
  zeros(blocks: number): Promise<void>;
  end(): Promise<void>;
}

/** Creates a member. `output` writes all of a piece. */
function gzipMember(output: (piece: Piece) => Promise<void>): GzipMember {
  let begun = false;
  let crc = 0;
  let bytes = 0;
  const write = async (data: Uint8Array): Promise<void> => {
    if (!begun) await output(header);
    begun = true;
    await output(data);
  };
  return {
    write,
    count(data) {
      crc = crc32(data, crc);
      bytes += data.length;
    },
    async zeros(blocks) {
      const zeros = compressedZeros();
      for (let left = blocks; left > 0; left -= together)
        await write(zeros.blocks.subarray(0, Math.min(left, together) * zeros.block));
      for (let done = 0; done < blocks; done++) crc = zeros.after(crc);
      bytes += blocks * mostZeros;
    },
    async end() {
      const trailer = Buffer.alloc(8);
      trailer.writeUInt32LE(crc, 0);
      trailer.writeUInt32LE(bytes % 2 ** 32, 4);
      await write(Buffer.concat([lastBlock, trailer]));
    },
  };
}

interface CompressedZeros {
  /** The same data several times. Each stands for `mostZeros` zeros. */
  readonly blocks: Buffer;
  readonly block: number;
  /** The CRC after `mostZeros` more zeros. */
  after(crc: number): number;
}

function compressedZeros(): CompressedZeros {
  known ??= compressZeros();
  return known;
}

function compressZeros(): CompressedZeros {
  const zeros = zeroBytes(mostZeros);
  const block = deflateRawSync(zeros, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  // CRCs add by exclusive or: what zeros make of a CRC is the sum of what they make of its bits.
  const ofNothing = crc32(zeros, 0);
  const ofBits = Array.from({ length: 32 }, (_, bit) => crc32(zeros, 2 ** bit) ^ ofNothing);
  return {
    blocks: Buffer.concat(Array<Buffer>(together).fill(block)),
    block: block.length,
    after: (crc) => ofBits.reduce((sum, of, bit) => ((crc >>> bit) & 1 ? sum ^ of : sum), ofNothing) >>> 0,
  };
}
