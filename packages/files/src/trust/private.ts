import { constants, lstatSync, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { kindWords } from '../kind-words.js';
import { untrustedWords, whyUntrustedData } from './data.js';
import { readRegularText, UnreadableFile } from './read.js';

const others = 0o077;
const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants;

/**
 * Reads a file that contains a secret. Returns undefined if it does not exist. The file must belong to this user or root, and nobody else may
 * have access to it.
 *
 * @throws UnreadableFile if it is not such a file, or root must not trust its place.
 */
export function readPrivateText(path: string, maxBytes: number): string | undefined {
  const why = whyUntrustedData(path);
  if (why !== undefined) throw new UnreadableFile(untrustedWords(why));
  try {
    return readRegularText(path, maxBytes, { links: 'no link', check: checkPrivate });
  } catch (error) {
    if (error instanceof UnreadableFile && error.isMissing) return undefined;
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined || stats.isFile()) throw error;
    throw new UnreadableFile(`is a ${kindWords(stats)}; allowed: a regular file`);
  }
}

function checkPrivate({ uid, mode }: Stats): void {
  if (uid !== process.geteuid?.() && uid !== 0)
    throw new UnreadableFile(`belongs to user ${uid}; allowed: a file of yours or of root`);
  if ((mode & others) !== 0)
    throw new UnreadableFile(
      'can be read or changed by other users; allowed: a file for its owner only (chmod 600)',
    );
}

/** Opens a file of this user for reading and appending, and makes it if there is none. @throws for a link, another name of a file, or anybody else's. */
export async function openOwnFile(path: string): Promise<FileHandle> {
  const file = await open(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new Error('it is not a regular file');
    if (stats.uid !== process.geteuid?.()) throw new Error('it belongs to another user');
    if (stats.nlink !== 1) throw new Error('it has another name too');
    await file.chmod(0o600);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
