import { lstatSync } from 'node:fs';
import { errorWords } from '@hostspec/files';
import { usageError } from '../usage-error.js';
import { checkMode, checkPlace } from './private-file.js';
import { readRegularText, UnreadableFile } from './regular-file.js';

const option = '--sudo-password-file';
const maxBytes = 4096;

/** The password in a file: its first line. @throws UsageError if it cannot be read, or others may read or replace it. */
export function readPassword(path: string): string {
  const refuse = (problem: string): Error => usageError(`${option} ${path} ${problem}`, option, path);
  try {
    checkPlace(path, refuse);
    const { uid, mode } = lstatSync(path);
    if (uid !== process.geteuid?.()) throw refuse(`belongs to user ${uid}; allowed: a file of yours`);
    checkMode(mode, refuse);
    const [line = '', ...rest] = readRegularText(path, maxBytes).split(/\r?\n/);
    if (line === '' || rest.some((each) => each !== '')) throw refuse('is not a password; allowed: one line');
    return line;
  } catch (error) {
    if (error instanceof UnreadableFile) throw refuse(error.message);
    if (error instanceof Error && 'syscall' in error) throw refuse(`cannot be read: ${errorWords(error)}`);
    throw error;
  }
}
