import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { systemWords } from '@hostspec/spec';

/** The reason for not reading a file, as the end of a sentence that begins with its path. */
export class UnreadableFile extends Error {
  /** Whether the file does not exist. */
  get isMissing(): boolean {
    const { code } = (this.cause ?? {}) as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR';
  }
}

/**
 * The content of a regular file of at most `maxBytes`. Never opens anything else: a FIFO would wait for its writer, and
 * a device could react.
 *
 * @throws UnreadableFile if it is something else, larger, or cannot be read.
 */
function readRegularFile(path: string, maxBytes: number): Buffer {
  let fd: number;
  try {
    fd = openRegularFile(path);
  } catch (error) {
    throw systemFailure(error);
  }
  try {
    const { size } = checked(fstatSync(fd), maxBytes);
    return readAtMost(fd, size, maxBytes);
  } catch (error) {
    throw systemFailure(error);
  } finally {
    closeSync(fd);
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

/** Like `readRegularFile`, for text. @throws UnreadableFile also if it is not UTF-8. */
export function readRegularText(path: string, maxBytes: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readRegularFile(path, maxBytes));
  } catch (error) {
    if (error instanceof TypeError) throw new UnreadableFile('is not UTF-8 text');
    throw error;
  }
}

// Node does not export O_PATH: a descriptor of this kind names a file without opening it.
const pathOnly = 0o10000000;
const withoutWaiting = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

function openRegularFile(path: string): number {
  const named = openSync(path, pathOnly);
  try {
    checked(fstatSync(named));
    const same = `/proc/self/fd/${named}`;
    return existsSync(same) ? openSync(same, withoutWaiting) : openWithoutProc(path);
  } finally {
    closeSync(named);
  }
}

function openWithoutProc(path: string): number {
  checked(statSync(path));
  return openSync(path, withoutWaiting);
}

function checked(stats: Stats, maxBytes = Number.POSITIVE_INFINITY): Stats {
  if (!stats.isFile()) throw new UnreadableFile('is not a regular file');
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

function tooLarge(size: number, maxBytes: number): UnreadableFile {
  return new UnreadableFile(`has ${size} bytes; allowed: at most ${maxBytes}`);
}

function systemFailure(error: unknown): unknown {
  return error instanceof Error && 'syscall' in error
    ? new UnreadableFile(`cannot be read: ${systemWords(error)}`, { cause: error })
    : error;
}
