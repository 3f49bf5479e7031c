import { read as readPiece, readSync } from 'node:fs';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { codeOf } from '@hostspec/files';
import { packingBytes, packingOf } from '@hostspec/host-kit';
import { messageOf } from '@hostspec/spec';
import { type ArchiveLimits, invalidArchive, overLimit } from '../archive-limits.js';

const readAsync = promisify(readPiece);

/** Compressions of whole files, with the program that decompresses what Node.js cannot. */
const compressions = [
  { name: 'gzip', program: undefined, options: [] },
  // The file decides how much memory it takes; the highest setting of xz needs 65 MiB.
  { name: 'xz', program: 'xz', options: ['--memlimit-decompress=256MiB'] },
  { name: 'bzip2', program: 'bzip2', options: [] },
  { name: 'zstd', program: 'zstd', options: [] },
] as const;

/** The compression of a file. */
export type Compression = (typeof compressions)[number]['name'];

/** Tells the compression by the first bytes. */
export function compressionOf(start: Uint8Array): Compression | undefined {
  const packing = packingOf(start);
  return compressions.find(({ name }) => name === packing)?.name;
}

/** An archive's file, open for reading. */
export interface OpenFile {
  /** For messages. */
  readonly path: string;
  readonly fd: number;
  readonly bytes: number;
  /** Called with the number of bytes of each piece that is read of it. */
  readonly read?: ((bytes: number) => void) | undefined;
}

// Does not depend on the caller's environment.
const env = { PATH: '/bin:/usr/bin:/usr/local/bin', LC_ALL: 'C' };

/**
 * Decompresses a file, within the limit of the ratio: gzip itself, and xz, bzip2 and zstd through their programs.
 *
 * @throws HostspecError `INVALID_ARCHIVE`.
 */
export async function* unpacked(file: OpenFile, limits: ArchiveLimits): AsyncGenerator<Uint8Array> {
  const packing = packingOf(firstBytes(file, packingBytes));
  const compression = compressions.find(({ name }) => name === packing);
  if (!compression) return yield* contentOf(file);
  const { program, options } = compression;
  const content = program === undefined ? gunzip(streamOf(file)) : byProgram(file, program, options);
  yield* withinRatio(file.path, content, limits, () => file.bytes);
}

/** Passes decompressed content on. @throws HostspecError `INVALID_ARCHIVE` if it is too much for its packed bytes. */
export async function* withinRatio(
  path: string,
  content: AsyncIterable<Uint8Array>,
  limits: ArchiveLimits,
  packed: () => number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.length;
    if (bytes > limits.ratioFrom && bytes > packed() * limits.ratio) throw overLimit(path, limits, 'ratio');
    yield piece;
  }
}

/** Reads the first bytes of a file. */
export function firstBytes({ fd }: Pick<OpenFile, 'fd'>, most: number): Buffer {
  const buffer = Buffer.alloc(most);
  return buffer.subarray(0, readSync(fd, buffer, 0, most, 0));
}

/** Each piece costs a turn of the thread pool. */
const pieceSize = 256 * 1024;

/** Reads a file and leaves it open: a stream of Node.js would close it. */
export async function* contentOf({ fd, read }: OpenFile): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const buffer = Buffer.allocUnsafe(pieceSize);
    const { bytesRead } = await readAsync(fd, buffer, 0, pieceSize, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    read?.(bytesRead);
    yield buffer.subarray(0, bytesRead);
  }
}

function streamOf(file: OpenFile): Readable {
  return Readable.from(contentOf(file), { objectMode: false });
}

/** Decompresses a gzip stream. Both streams are destroyed together. */
export function gunzip(packed: Readable): Readable {
  const gzip = createGunzip({ chunkSize: pieceSize });
  packed.on('error', (error) => gzip.destroy(error));
  gzip.on('close', () => packed.destroy());
  return packed.pipe(gzip);
}

/** What to do about a damaged archive. */
export const again = 'copy or download it again';
/** What is wrong with an archive that was not copied whole. */
export const truncated = `it is truncated: its end is missing; ${again}`;

/** What is wrong with gzip data, if an error is zlib's. */
export function gzipProblem(error: unknown): string | undefined {
  if (!codeOf(error)?.startsWith('Z_')) return undefined;
  const message = messageOf(error);
  return message === 'unexpected end of file'
    ? truncated
    : `it is damaged, as gzip says: ${message}; ${again}`;
}

/** Not a stream: that would wait for more output before it lets the program go. */
async function* byProgram(
  file: OpenFile,
  program: string,
  options: readonly string[],
): AsyncGenerator<Buffer> {
  const { execa } = await import('execa');
  const child = execa(program, ['--decompress', '--stdout', ...options], {
    // A copy: the program would move the position of our own descriptor.
    input: streamOf(file),
    env,
    extendEnv: false,
    buffer: { stdout: false },
    reject: false,
  });
  try {
    for await (const chunk of child.stdout) yield chunk as Buffer;
    const { failed, exitCode, stderr } = await child;
    if (exitCode === undefined && failed)
      throw invalidArchive(file.path, `it needs the program ${program}, which cannot be run`);
    if (failed) throw invalidArchive(file.path, `${program} says: ${stderr.trim().slice(0, 1000)}`);
  } finally {
    child.kill('SIGKILL');
  }
}
