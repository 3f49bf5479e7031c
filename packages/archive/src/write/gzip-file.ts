import { close, write } from 'node:fs';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';

const writeAsync = promisify(write);
const closeAsync = promisify(close);
const batchSize = 128 * 1024;
const chunkSize = 32 * 1024;

// For all files: one needs a second batch only while its first is compressed.
const spares: Buffer[] = [];
const mostSpares = 16;

const takeBatch = (): Buffer => spares.pop() ?? Buffer.allocUnsafe(batchSize);
const giveBack = (batch: Buffer): void => {
  if (spares.length < mostSpares) spares.push(batch);
};

/** A gzip file that is written in batches: while one is compressed on libuv's pool, the next one fills. */
export interface GzipFile {
  /** Bytes in the current batch. */
  fill(): number;
  /** Bytes that still fit into the batch. */
  room(): number;
  /** The place for the next bytes: at most `room()`; then call `filled`. */
  free(): Buffer;
  /** Reports that this many bytes were written to `free()`. */
  filled(bytes: number): void;
  /** Copies all of the bytes, waiting for room. */
  write(bytes: Uint8Array): Promise<void>;
  /** Passes the batch to the compressor once the previous batch is done. */
  flush(): Promise<void>;
  /** Writes the rest and closes the file. */
  end(): Promise<void>;
  /** Closes the file as it is. */
  abort(): Promise<void>;
}

/** Compresses into an open file, which it takes over; `level` as zlib's. */
export function gzipFile(fd: number, level: number): GzipFile {
  return gzipTo(fileBytes(fd), level);
}

/** Where bytes go. */
export interface ByteOutput {
  /** Writes all of the bytes, which may be overwritten when it has resolved. */
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** Writes to an open file, which it takes over. */
export function fileBytes(fd: number): ByteOutput {
  return {
    async write(bytes) {
      for (let offset = 0; offset < bytes.length; )
        offset += (await writeAsync(fd, bytes, offset, bytes.length - offset)).bytesWritten;
    },
    close: () => closeAsync(fd),
  };
}

/** Compresses into an output, which it takes over; `level` as zlib's. */
export function gzipTo(target: ByteOutput, level: number): GzipFile {
  const gzip = createGzip({ level, chunkSize });
  let batch: Buffer | undefined;
  let fill = 0;
  let compressed: Promise<void> = Promise.resolve();
  let failure: unknown;
  let open = true;
  let giveUp: (() => void) | undefined;
  gzip.on('error', () => {});
  // A compressor that is destroyed while its output waits never calls back.
  gzip.on('close', () => giveUp?.());

  const output = (async () => {
    for await (const chunk of gzip as AsyncIterable<Buffer>) await target.write(chunk);
  })().catch((error: unknown) => {
    failure = error;
    gzip.destroy();
  });

  const compress = (bytes: Buffer): Promise<void> =>
    new Promise((resolve, reject) => {
      giveUp = () => reject(failure ?? new Error('the archive was discarded'));
      if (gzip.destroyed) giveUp();
      else gzip.write(bytes, (error) => (error ? giveUp?.() : resolve()));
    });

  const filling = (): Buffer => {
    batch ??= takeBatch();
    return batch;
  };

  const flush = async (): Promise<void> => {
    await compressed;
    if (fill === 0) return;
    const full = filling();
    const content = full.subarray(0, fill);
    batch = undefined;
    fill = 0;
    // A compressor that gave up may still read its batch.
    compressed = compress(content).then(() => giveBack(full));
    compressed.catch(() => {});
  };

  return {
    fill: () => fill,
    room: () => batchSize - fill,
    free: () => filling().subarray(fill),
    filled(bytes) {
      fill += bytes;
    },
    async write(bytes) {
      for (let offset = 0; offset < bytes.length; ) {
        if (fill === batchSize) await flush();
        const part = bytes.subarray(offset, offset + batchSize - fill);
        filling().set(part, fill);
        fill += part.length;
        offset += part.length;
      }
    },
    flush,
    async end() {
      await flush();
      await compressed;
      gzip.end();
      await output;
      if (failure !== undefined) throw failure;
      open = false;
      await target.close();
    },
    async abort() {
      gzip.destroy();
      await output;
      if (open) await target.close();
      open = false;
    },
  };
}
