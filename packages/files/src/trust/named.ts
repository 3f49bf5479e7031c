import { usageError } from '@hostspec/host-kit';
import { errorWords } from '../system-error.js';
import { untrustedWords, whyUntrustedData } from './data.js';
import { readRegularText, UnreadableFile } from './read.js';

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
