import { constants } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { codeOf, errorWords } from '@hostspec/files';
import { HostspecError } from '@hostspec/spec';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;

/** Writes pieces of text into a new file that only its owner can read; removes it if that fails. */
export async function writeNew(path: string, pieces: AsyncIterable<string>): Promise<void> {
  const file = await open(path, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, 0o600).catch((error: unknown) => {
    throw notWritten(path, error);
  });
  try {
    for await (const piece of pieces) await file.writeFile(piece);
    await file.close();
  } catch (error) {
    await file.close().catch(() => {});
    await unlink(path).catch(() => {});
    throw codeOf(error) === undefined ? error : notWritten(path, error);
  }
}

function notWritten(path: string, error: unknown): HostspecError {
  const exists = codeOf(error) === 'EEXIST';
  const why = exists ? 'it exists; give another name with --output, or remove it' : errorWords(error);
  return new HostspecError(codeOf(error) === 'ENOSPC' ? 'NO_SPACE' : 'SINK', `cannot write ${path}: ${why}`, {
    subject: path,
    cause: error,
  });
}
