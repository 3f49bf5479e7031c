import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { invalidArchive } from './archive-limits.js';

/** Compressions by the first bytes of a file, with the program that takes them back where Node.js cannot. */
const compressions = [
  { magic: '1f8b', program: undefined },
  { magic: 'fd377a585a00', program: 'xz' },
  { magic: '425a68', program: 'bzip2' },
  { magic: '28b52ffd', program: 'zstd' },
] as const;

// Whatever that of the caller is.
const env = { PATH: '/bin:/usr/bin:/usr/local/bin', LC_ALL: 'C' };

/** The bytes of a file without its compression: gzip, or by their programs xz, bzip2 and zstd. */
export function decompressed(path: string): { readonly content: Readable; readonly compressed: boolean } {
  const magic = firstBytes(path, 6).toString('hex');
  const compression = compressions.find((candidate) => magic.startsWith(candidate.magic));
  if (!compression) return { content: createReadStream(path), compressed: false };
  const content = compression.program === undefined ? gunzip(path) : byProgram(path, compression.program);
  return { content, compressed: true };
}

/** The bytes that a file begins with, at most so many. */
export function firstBytes(path: string, most: number): Buffer {
  const fd = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(most);
    return buffer.subarray(0, readSync(fd, buffer));
  } finally {
    closeSync(fd);
  }
}

function gunzip(path: string): Readable {
  const gzip = createGunzip({ chunkSize: 64 * 1024 });
  const file = createReadStream(path);
  file.on('error', (error) => gzip.destroy(error));
  gzip.on('close', () => file.destroy());
  return file.pipe(gzip);
}

function byProgram(path: string, program: string): Readable {
  const fd = openSync(path, 'r');
  const child = spawn(program, ['--decompress', '--stdout'], {
    stdio: [fd, 'pipe', 'pipe'],
    env,
  }) as ChildProcessByStdio<null, Readable, Readable>;
  closeSync(fd);
  let problem = '';
  child.stderr.on('data', (text: Buffer) => {
    problem = `${problem}${text}`.slice(0, 1000);
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', () => reject(invalidArchive(path, `${program}, which it needs, cannot be run`)));
    child.on('close', (status) =>
      status === 0 ? resolve() : reject(invalidArchive(path, `${program} says: ${problem.trim()}`)),
    );
  });
  ended.catch(() => {});
  const content = async function* (): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of child.stdout) yield chunk as Buffer;
      await ended;
    } finally {
      child.kill('SIGKILL');
    }
  };
  return Readable.from(content(), { objectMode: false });
}
