import { statSync } from 'node:fs';
import { errorWords } from '@hostspec/files';
import {
  checkRegularFile,
  readRegularText,
  UnreadableFile,
  untrustedWords,
  whyUntrustedData,
} from '@hostspec/files/trust';
import { whyNotRun } from '../command-root.js';
import { usageError } from '../usage-error.js';

/** Who may be able to change a file that root reads: `anybody`, if nothing in it is run. */
export type Writers = 'root' | 'anybody';

const maxTextBytes = 4 * 1024 * 1024;
const maxCodeBytes = 16 * 1024 * 1024;

/** The text of a file that an option names. @throws UsageError if it cannot be read, or root must not trust it. */
export function readNamedText(
  path: string,
  option: string,
  writers: Writers,
  maxBytes = maxTextBytes,
): string {
  return named(path, option, () => {
    const why = writers === 'root' ? whyUntrustedData(path) : undefined;
    if (why !== undefined) throw untrusted(path, option, why);
    return readRegularText(path, maxBytes);
  });
}

/** Checks a program that an option names. @throws UsageError if it is not a file, or root must not run it. */
export function checkNamedProgram(path: string, option: string): void {
  named(path, option, () => {
    const why = whyNotRun(path);
    if (why !== undefined) throw untrusted(path, option, why);
    checkRegularFile(path, maxCodeBytes);
  });
}

/** Checks a directory of packages that an option names. @throws UsageError if it is not one, or root must not run them. */
export function checkNamedPackages(path: string, option: string): void {
  named(path, option, () => {
    const why = whyNotRun(path);
    if (why !== undefined) throw untrusted(path, option, why);
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw new UnreadableFile('is not a directory; allowed: the directory in which npm install was run');
  });
}

function named<T>(path: string, option: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    if (error instanceof UnreadableFile) throw usageError(`${option} ${path} ${error.message}`, option, path);
    if (error instanceof Error && 'syscall' in error)
      throw usageError(`${option} ${path} cannot be read: ${errorWords(error)}`, option, path);
    throw error;
  }
}

function untrusted(path: string, option: string, why: string): Error {
  return usageError(`${option} ${path} ${untrustedWords(why)}`, option, path);
}
