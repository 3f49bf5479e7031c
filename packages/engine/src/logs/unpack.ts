import { createHash } from 'node:crypto';
import { createGunzip, type Gunzip } from 'node:zlib';
import { bytesText, defined, type Packing } from '@hostspec/host-kit';
import {
  type Account,
  type CollectingHost,
  hostError,
  type Item,
  isHostError,
  type TakePiece,
} from '@hostspec/spec';
import { readerOf } from '../plan/printers.js';

/** A packed file of a log. */
export interface PackedLog {
  readonly path: string;
  readonly packing: Packing;
  /** Bytes of the packed file. */
  readonly size: number;
  /** The account that named the file. */
  readonly by: Account | undefined;
}

/** The result of unpacking a file. */
export interface Unpacked {
  readonly packed: NonNullable<Item['packed']>;
  /** Why it is not all of the content. */
  readonly cut?: string;
}

/** The bounds of one packed file: who can write it must not fill memory, disk or time. */
export const unpackLimits = { bytes: 64 * 1024 * 1024, ratio: 200, leastBytes: 1024 * 1024, seconds: 10 };

/** Programs that unpack to a pipe, with the memory that they may take. */
const programs: Partial<Readonly<Record<Packing, readonly string[]>>> = {
  xz: ['/usr/bin/xz', '-dc', '--memlimit-decompress=128MiB'],
  bzip2: ['/usr/bin/bzip2', '-dc'],
  zstd: ['/usr/bin/zstd', '-dcq', '--memory=128MB'],
};

const suffix = /\.(?:gz|xz|bz2|zst)$/;

/** The path of a log without the suffix of its packing; undefined if it has none. */
export function unpackedPath(path: string): string | undefined {
  return suffix.test(path) ? path.replace(suffix, '') : undefined;
}

/**
 * Gives the content of a packed log, within the bounds. A damaged file gives what comes before the damage.
 *
 * @throws HostError if the file cannot be read, or if nothing here unpacks it.
 */
export async function unpack(host: CollectingHost, log: PackedLog, take: TakePiece): Promise<Unpacked> {
  const { bytes, ratio, leastBytes } = unpackLimits;
  const most = Math.min(bytes, Math.max(leastBytes, log.size * ratio));
  return log.packing === 'gzip'
    ? await gunzip(host, log, most, take)
    : await byProgram(host, log, most, take);
}

function beyond(most: number, log: PackedLog): string {
  const why =
    most === unpackLimits.bytes
      ? 'the limit for a packed file'
      : `more than ${unpackLimits.ratio} times the ${log.size} bytes of the packed file`;
  return `the first ${bytesText(most)} of its content: ${why}`;
}

const tooLong = `what was unpacked in ${unpackLimits.seconds} s, the limit for a packed file`;

/** Packed content within the bounds is never longer than this. */
const packedPart = { from: 0, to: unpackLimits.bytes };

/** Thrown to make the host stop. */
const enough = new Error('nothing more is needed');

async function gunzip(
  host: CollectingHost,
  log: PackedLog,
  most: number,
  take: TakePiece,
): Promise<Unpacked> {
  const { path, packing, by } = log;
  const hash = createHash('sha256');
  const stream = createGunzip();
  const deadline = performance.now() + unpackLimits.seconds * 1000;
  let read = 0;
  let cut: string | undefined;
  const give = async (): Promise<void> => {
    let given = 0;
    try {
      for await (const piece of stream as AsyncIterable<Buffer>) {
        const kept = piece.subarray(0, most - given);
        given += kept.length;
        await take(kept);
        if (kept.length < piece.length) cut = beyond(most, log);
        else if (performance.now() > deadline) cut = tooLong;
        if (cut !== undefined) return;
      }
    } catch (error) {
      if (!isDamage(error)) throw error;
      cut = `the first ${bytesText(given)} of its content: the packed file is damaged or was still being written`;
    }
  };
  const feed = async (): Promise<void> => {
    const takePacked = async (piece: Uint8Array): Promise<void> => {
      hash.update(piece);
      read += piece.length;
      if (stream.destroyed) throw enough;
      if (stream.write(Buffer.from(piece))) return;
      await writable(stream);
    };
    try {
      await host.readInto(path, takePacked, { raw: true, by, part: packedPart });
      stream.end();
    } catch (error) {
      if (error === enough) return;
      stream.destroy();
      throw error;
    }
  };
  // `take` may fail after the host did; both must have ended.
  const ended = await Promise.allSettled([give().finally(() => stream.destroy()), feed()]);
  for (const each of [ended[1], ended[0]]) if (each.status === 'rejected') throw each.reason;
  const isWhole = read === log.size;
  return {
    packed: { format: packing, bytes: log.size, ...(isWhole ? { sha256: hash.digest('hex') } : {}) },
    ...defined({ cut }),
  };
}

/** Waits until a stream takes more, or has ended. */
function writable(stream: Gunzip): Promise<void> {
  const events = ['drain', 'close', 'error'] as const;
  return new Promise((resolve) => {
    const done = (): void => {
      for (const event of events) stream.off(event, done);
      resolve();
    };
    for (const event of events) stream.on(event, done);
  });
}

function isDamage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE';
}

async function byProgram(
  host: CollectingHost,
  log: PackedLog,
  most: number,
  take: TakePiece,
): Promise<Unpacked> {
  const { path, packing, size, by } = log;
  const program = programs[packing];
  const noProgram = `${path}: left out: it is packed by ${packing}, and no program here unpacks it`;
  if (program === undefined || !host.executes) throw hostError('refused', noProgram);
  const argv = [...program, '--', path];
  const sha256 = await checksumOf(host, log);
  const as = by ?? (await readerOf(host, argv));
  let given = 0;
  const end = await host.runInto(
    argv,
    (piece) => {
      given += piece.length;
      return take(piece);
    },
    defined({ maxBytes: most, timeout: unpackLimits.seconds, as }),
  );
  if (end.problem === 'absent') throw hostError('refused', noProgram);
  const packed = defined({ format: packing, bytes: size, sha256 });
  const cut = whyCut(end, most, log);
  if (cut === undefined) return { packed };
  if (given === 0) throw hostError(end.problem ?? 'failed', `${path}: ${cut}`);
  return { packed, cut };
}

function whyCut(
  end: Awaited<ReturnType<CollectingHost['runInto']>>,
  most: number,
  log: PackedLog,
): string | undefined {
  if (end.cut !== undefined) return beyond(most, log);
  if (end.problem === 'timed out') return tooLong;
  if (end.problem !== undefined) return end.reason ?? end.problem;
  return end.rc === 0 ? undefined : `${log.packing} exited with ${end.rc}: the packed file is damaged`;
}

async function checksumOf(host: CollectingHost, { path, size, by }: PackedLog): Promise<string | undefined> {
  if (size > unpackLimits.bytes) return undefined;
  const hash = createHash('sha256');
  let read = 0;
  const take = (piece: Uint8Array): void => {
    hash.update(piece);
    read += piece.length;
  };
  try {
    await host.readInto(path, take, { raw: true, by, part: packedPart });
  } catch (error) {
    if (isHostError(error)) return undefined;
    throw error;
  }
  return read === size ? hash.digest('hex') : undefined;
}
