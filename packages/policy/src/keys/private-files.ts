import { randomBytes } from 'node:crypto';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { errorWords } from '@hostspec/files';
import { readPrivateText } from '@hostspec/files/output';
import { UnreadableFile } from '@hostspec/files/trust';
import { usageError } from '@hostspec/host-kit';

const keyBytes = 32;
const maxBytes = 4096;

/** Options of `readKey`. */
interface KeyUse {
  /** Create the file if it does not exist. Default: true. */
  readonly makes?: boolean;
  /** Text at the end of every error. */
  readonly advice?: string;
  /** Called with a note for the user if the file was created. */
  readonly note?: ((text: string) => void) | undefined;
}

type Refuse = (problem: string) => Error;

/**
 * Reads a key: 64 hexadecimal digits. If the file does not exist, creates it with a random key, for its owner only.
 *
 * @throws UsageError if it cannot be read or created, is not a key, or other users may read, change or replace it.
 */
export function readKey(
  path: string,
  option: string,
  { makes = true, advice = '', note }: KeyUse = {},
): Buffer {
  const orNew = makes ? ', or a path at which no file exists, to make one' : '';
  return withSecret(path, option, { advice }, (text, refuse) => {
    if (text === undefined && makes) {
      const key = madeKey(path);
      note?.(`created the key file ${path}: keep it to get the same masks and tokens again`);
      return key;
    }
    if (text === undefined)
      throw refuse('does not exist; allowed: the key that the identity was mapped with');
    if (!new RegExp(`^[0-9a-f]{${2 * keyBytes}}$`, 'i').test(text.trim()))
      throw refuse(`is not a key; allowed: ${2 * keyBytes} hexadecimal digits${orNew}`);
    return Buffer.from(text.trim(), 'hex');
  });
}

/** Reads a password: the first line of a file. @throws UsageError if it cannot be read, or others may read or replace it. */
export function readPassword(path: string, option: string): string {
  return withSecret(path, option, {}, (text, refuse) => {
    if (text === undefined) throw refuse('does not exist; allowed: a file with the password');
    const [line = '', ...rest] = text.split(/\r?\n/);
    if (line === '' || rest.some((each) => each !== '')) throw refuse('is not a password; allowed: one line');
    return line;
  });
}

/** Reads a file that only its owner may read. @throws UsageError if it cannot be read or used. */
export function withSecret<T>(
  path: string,
  option: string,
  { advice = '', most = maxBytes }: { readonly advice?: string; readonly most?: number },
  use: (text: string | undefined, refuse: Refuse) => T,
): T {
  const refuse: Refuse = (problem) => usageError(`${option} ${path} ${problem}${advice}`, option, path);
  try {
    return use(readPrivateText(path, most), refuse);
  } catch (error) {
    if (error instanceof UnreadableFile) throw refuse(error.message);
    if (error instanceof Error && 'syscall' in error) throw refuse(`cannot be used: ${errorWords(error)}`);
    throw error;
  }
}

function madeKey(path: string): Buffer {
  const key = randomBytes(keyBytes);
  makePrivateFile(path, `${key.toString('hex')}\n`);
  return key;
}

/** Creates a file for its owner only. It must not exist. */
export function makePrivateFile(path: string, text: string): void {
  const fd = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    writeSync(fd, text);
  } finally {
    closeSync(fd);
  }
}
