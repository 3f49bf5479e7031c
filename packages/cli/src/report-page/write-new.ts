import { randomUUID } from 'node:crypto';
import { constants, lstatSync, rmSync } from 'node:fs';
import { open, rename, unlink } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { openPlace } from '@hostspec/archive';
import { codeOf, errorWords, kindWords } from '@hostspec/files';
import { HostspecError } from '@hostspec/spec';
import { byteProgress } from '../collect/progress.js';
import type { Io } from '../io.js';
import { onSignals } from '../runs/signals.js';
import { printable } from '../text.js';
import { usageError } from '../usage-error.js';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;

/** Where a text goes. */
interface NewFile {
  /** A new file, or `-` for standard output. */
  readonly file: string;
  /** Whether a regular file that exists is replaced. */
  readonly force: boolean;
  /** Who can use the file. Default: its owner. */
  readonly mode?: number;
  /** What names it on the command line. Default: `--output`. */
  readonly subject?: string;
}

/** Writes a page into a file, whose path is printed, or to standard output. */
export async function writePage(
  given: NewFile,
  pieces: AsyncIterable<string> | Iterable<string>,
  io: Io,
): Promise<void> {
  const { file } = given;
  if (file === '-') {
    for await (const piece of pieces) io.out.write(piece);
    return;
  }
  const path = resolve(io.cwd, file);
  await writeNew(path, given, pieces, io);
  io.out.write(`${printable(path)}\n`);
}

/**
 * Writes pieces of text into a new file; removes it if that fails or a signal ends the process. With
 * `force` it takes the place of another file once it is whole.
 *
 * @throws UsageError if others could redirect the path.
 */
async function writeNew(
  path: string,
  { force, mode = 0o600, subject = '--output' }: NewFile,
  pieces: AsyncIterable<string> | Iterable<string>,
  io: Pick<Io, 'err' | 'onSignal' | 'exit'>,
): Promise<void> {
  const last = basename(path);
  // Held, so that the file that is removed is the one that was made, even if the path leads elsewhere by then.
  const place = openPlace(subject, path, dirname(path), last);
  // A link or a device in its place is not a file that somebody wants to replace.
  const replaces = force && lstatSync(place.at(last), { throwIfNoEntry: false })?.isFile() === true;
  const name = replaces ? `.${last}.${randomUUID()}` : last;
  let isMade = false;
  let early: number | undefined;
  const end = (status: number): void => {
    early = status;
    if (!isMade) return;
    // The process ends before anything asynchronous is done.
    try {
      rmSync(place.at(name), { force: true });
    } finally {
      io.exit(status);
    }
  };
  const ignore = onSignals(io, (_, status) => end(status));
  const unlisten = (): void => {
    ignore();
    place.close();
  };
  const flags = O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY;
  const made = async () => await open(place.at(name), flags, mode);
  const file = await made().catch((error: unknown) => {
    unlisten();
    throw notWritten(path, subject, error);
  });
  isMade = true;
  if (early !== undefined) end(early);
  const progress = byteProgress(io, 'writing');
  try {
    for await (const piece of pieces) {
      await file.writeFile(piece);
      progress.add(Buffer.byteLength(piece));
    }
    await file.close();
    if (replaces) await rename(place.at(name), place.at(last));
  } catch (error) {
    await file.close().catch(() => {});
    await unlink(place.at(name)).catch(() => {});
    throw codeOf(error) === undefined ? error : notWritten(path, subject, error);
  } finally {
    progress.end();
    unlisten();
  }
}

function notWritten(path: string, subject: string, error: unknown): Error {
  if (codeOf(error) === 'EEXIST') return exists(path, subject);
  return new HostspecError(
    codeOf(error) === 'ENOSPC' ? 'NO_SPACE' : 'SINK',
    `cannot write ${path}: ${errorWords(error)}`,
    { subject: path, cause: error },
  );
}

function exists(path: string, subject: string): Error {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  // Nobody should remove a directory or a device for a report.
  const why =
    stats === undefined || stats.isFile()
      ? `it exists; give another name with ${subject}, or replace it with --force`
      : `it is a ${kindWords(stats)}; give the name of a new file with ${subject}, or - for standard output`;
  return usageError(`cannot write ${path}: ${why}`, subject, path);
}
