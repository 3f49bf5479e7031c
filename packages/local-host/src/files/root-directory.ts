import { realpathSync, statSync } from 'node:fs';
import { errorWords } from '@hostspec/files';
import { UsageError } from '@hostspec/spec';

/** The real path of the directory that is the host's root. @throws UsageError if it is not a directory. */
export function rootDirectory(root: unknown = '/'): string {
  const refuse = (problem: string, cause?: unknown): UsageError =>
    new UsageError(
      'INVALID_OPTION',
      `root ${JSON.stringify(root)} ${problem}; allowed: a directory with a root file system`,
      { subject: 'root', value: root, cause },
    );
  if (typeof root !== 'string' || root === '' || root.includes('\0')) throw refuse('is not a path');
  let real: string;
  try {
    real = realpathSync(root);
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    throw refuse(`cannot be used: ${errorWords(error)}`, error);
  }
  throw refuse('is not a directory');
}
