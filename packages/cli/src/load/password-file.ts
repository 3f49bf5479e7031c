import { readPrivateText } from '@hostspec/files/output';
import { UnreadableFile } from '@hostspec/files/trust';
import { usageError } from '../usage-error.js';

const option = '--sudo-password-file';
const maxBytes = 4096;

/** The password in a file: its first line. @throws UsageError if it cannot be read, or others may read or replace it. */
export function readPassword(path: string): string {
  const refuse = (problem: string): Error => usageError(`${option} ${path} ${problem}`, option, path);
  try {
    const text = readPrivateText(path, maxBytes);
    if (text === undefined) throw refuse('does not exist; allowed: a file with the password');
    const [line = '', ...rest] = text.split(/\r?\n/);
    if (line === '' || rest.some((each) => each !== '')) throw refuse('is not a password; allowed: one line');
    return line;
  } catch (error) {
    throw error instanceof UnreadableFile ? refuse(error.message) : error;
  }
}
