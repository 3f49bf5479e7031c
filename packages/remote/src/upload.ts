import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { HostspecError } from '@hostspec/spec';
import type { RunnerProgram } from './options.js';

/** A program in the form in which it is sent. */
interface Upload {
  /** Uncompressed size. */
  readonly bytes: number;
  readonly content: Buffer;
}

const compressed = promisify(gzip);
// zlib finds more with less memory: its hashes of four bytes are only for speed.
const smallest = { level: 9, memLevel: 7 };
const uploads = new Map<string, Promise<Upload>>();

/**
 * The program to send, compressed or not. Read and checked once for all connections of this process.
 *
 * @throws HostspecError `RUNNER` if it cannot be read, or has another checksum.
 */
export function uploadOf(runner: RunnerProgram, isCompressed: boolean): Promise<Upload> {
  const key = `${runner.sha256} ${isCompressed}`;
  const known = uploads.get(key);
  if (known) return known;
  const made = read(runner).then(async (program) => ({
    bytes: program.length,
    content: isCompressed ? await compressed(program, smallest) : program,
  }));
  uploads.set(key, made);
  made.catch(() => uploads.delete(key));
  return made;
}

async function read({ program, sha256 }: RunnerProgram): Promise<Buffer> {
  const refuse = (problem: string, cause?: unknown): HostspecError =>
    new HostspecError('RUNNER', `${program} ${problem}; install hostspec again`, { subject: program, cause });
  try {
    // Opening a FIFO must not wait for a writer.
    const file = await open(program, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      if (!(await file.stat()).isFile()) throw refuse('is not a regular file');
      const bytes = await file.readFile();
      const actual = createHash('sha256').update(bytes).digest('hex');
      if (actual !== sha256)
        throw refuse(
          `is not the runner that hostspec was built with: its sha256 is ${actual}, not ${sha256}`,
        );
      return bytes;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof HostspecError) throw error;
    throw refuse(`cannot be read: ${(error as Error).message}`, error);
  }
}
