import { closeSync, readSync, type Stats, statSync } from 'node:fs';
import { usageError } from '@hostspec/host-kit';
import { openRegular } from '../descriptor.js';
import { errorWords } from '../system-error.js';
import { untrustedWords, whyUntrustedData } from './data.js';

/** The reason for not reading a file, as the end of a sentence that begins with its path. */
export class UnreadableFile extends Error {
  /** Whether the file does not exist. */
  get isMissing(): boolean {
    const { code } = (this.cause ?? {}) as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR';
  }
}

/** What else is required of a file that is read. */
interface Requirements {
  /** Whether a link at the end of the path is followed. Default: `follow`. */
  readonly links?: 'follow' | 'no link';
  /** Judges the file that was opened. @throws UnreadableFile */
  readonly check?: (stats: Stats) => void;
}

/**
 * The text of a regular file of at most `maxBytes`. Never opens anything else: a FIFO would wait for its writer, and a device
 * could react.
 *
 * @throws UnreadableFile if it is something else, larger, not UTF-8, or cannot be read.
 */
export function readRegularText(
  path: string,
  maxBytes: number,
  { links = 'follow', check = () => {} }: Requirements = {},
): string {
  try {
    const file = openRegular(path, links);
    if (file === undefined) throw notRegular();
    try {
      check(file.stat);
      const { size } = checked(file.stat, maxBytes);
      return new TextDecoder('utf-8', { fatal: true }).decode(readAtMost(file.fd, size, maxBytes));
    } finally {
      closeSync(file.fd);
    }
  } catch (error) {
    if (error instanceof TypeError) throw new UnreadableFile('is not UTF-8 text; save it as UTF-8');
    throw systemFailure(error);
  }
}

/** Checks, without opening it, that a path is a regular file of at most `maxBytes`. @throws UnreadableFile if not. */
export function checkRegularFile(path: string, maxBytes: number): void {
  try {
    checked(statSync(path), maxBytes);
  } catch (error) {
    throw systemFailure(error);
  }
}

function checked(stats: Stats, maxBytes: number): Stats {
  if (!stats.isFile()) throw notRegular();
  if (stats.size > maxBytes) throw tooLarge(stats.size, maxBytes);
  return stats;
}

/** The reported size is only a first guess: the file may grow, and files in /proc report 0. */
function readAtMost(fd: number, size: number, maxBytes: number): Buffer {
  let bytes = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const count = readSync(fd, bytes, length, bytes.length - length, null);
    if (count === 0) return bytes.subarray(0, length);
    length += count;
    if (length > maxBytes) throw tooLarge(length, maxBytes);
    if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(2 * length + 4096, maxBytes + 1));
  }
}

function notRegular(): UnreadableFile {
  return new UnreadableFile('is not a regular file');
}

function tooLarge(size: number, maxBytes: number): UnreadableFile {
  return new UnreadableFile(`has ${size} bytes; allowed: at most ${maxBytes}`);
}

function systemFailure(error: unknown): unknown {
  return error instanceof Error && 'syscall' in error
    ? new UnreadableFile(`cannot be read: ${errorWords(error)}`, { cause: error })
    : error;
}

/** Who may be able to change a file that root reads: `anybody`, if nothing in it is run. */
export type Writers = 'root' | 'anybody';

const maxTextBytes = 4 * 1024 * 1024;

/** The text of a file that an option names. @throws UsageError if it cannot be read, or root must not trust it. */
export function readNamedText(
  path: string,
  option: string,
  writers: Writers,
  maxBytes = maxTextBytes,
): string {
  return useNamed(path, option, writers === 'root' ? whyUntrustedData : () => undefined, () =>
    readRegularText(path, maxBytes),
  );
}

/**
 * Uses a file or directory that an option names, unless `whyNot` says why root must not.
 *
 * @throws UsageError for that, and for an `UnreadableFile` or an error of the system from `use`.
 */
export function useNamed<T>(
  path: string,
  option: string,
  whyNot: (path: string) => string | undefined,
  use: () => T,
): T {
  const refusal = (problem: string): Error => usageError(`${option} ${path} ${problem}`, option, path);
  try {
    const why = whyNot(path);
    if (why !== undefined) throw new UnreadableFile(untrustedWords(why));
    return use();
  } catch (error) {
    if (error instanceof UnreadableFile) throw refusal(error.message);
    if (error instanceof Error && 'syscall' in error) throw refusal(`cannot be read: ${errorWords(error)}`);
    throw error;
  }
}
