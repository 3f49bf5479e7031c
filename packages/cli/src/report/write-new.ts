import { constants, lstatSync, rmSync } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { constants as signals } from 'node:os';
import { basename, dirname, resolve } from 'node:path';
import { openPlace } from '@hostspec/archive';
import { codeOf, errorWords, kindWords } from '@hostspec/files';
import { HostspecError } from '@hostspec/spec';
import type { Io } from '../io.js';
import { printable } from '../text.js';
import { usageError } from '../usage-error.js';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;

/** Writes a page to `--output`, a new file whose path is printed, or `-` for standard output. */
export async function writePage(output: string, pieces: AsyncIterable<string>, io: Io): Promise<void> {
  if (output === '-') {
    for await (const piece of pieces) io.out.write(piece);
    return;
  }
  const path = resolve(io.cwd, output);
  await writeNew(path, pieces, io);
  io.out.write(`${printable(path)}\n`);
}

/**
 * Writes pieces of text into a new file that only its owner can read; removes it if that fails or a signal ends the process.
 *
 * @throws UsageError if others could redirect the path.
 */
async function writeNew(
  path: string,
  pieces: AsyncIterable<string>,
  io: Pick<Io, 'onSignal' | 'exit'>,
): Promise<void> {
  const name = basename(path);
  // Held, so that the file that is removed is the one that was made, even if the path leads elsewhere by then.
  const place = openPlace('--output', path, dirname(path), name);
  let isMade = false;
  let early: NodeJS.Signals | undefined;
  const end = (signal: NodeJS.Signals): void => {
    early = signal;
    if (!isMade) return;
    // The process ends before anything asynchronous is done.
    try {
      rmSync(place.at(name), { force: true });
    } finally {
      io.exit(128 + signals.signals[signal]);
    }
  };
  const removers = (['SIGHUP', 'SIGINT', 'SIGTERM'] as const).map((signal) =>
    io.onSignal(signal, () => end(signal)),
  );
  const unlisten = (): void => {
    for (const remove of removers) remove();
    place.close();
  };
  const flags = O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY;
  const made = async () => await open(place.at(name), flags, 0o600);
  const file = await made().catch((error: unknown) => {
    unlisten();
    throw notWritten(path, error);
  });
  isMade = true;
  if (early) end(early);
  try {
    for await (const piece of pieces) await file.writeFile(piece);
    await file.close();
  } catch (error) {
    await file.close().catch(() => {});
    await unlink(place.at(name)).catch(() => {});
    throw codeOf(error) === undefined ? error : notWritten(path, error);
  } finally {
    unlisten();
  }
}

function notWritten(path: string, error: unknown): Error {
  if (codeOf(error) === 'EEXIST') return exists(path);
  return new HostspecError(
    codeOf(error) === 'ENOSPC' ? 'NO_SPACE' : 'SINK',
    `cannot write ${path}: ${errorWords(error)}`,
    { subject: path, cause: error },
  );
}

function exists(path: string): Error {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  // Nobody should remove a directory or a device for a report.
  const why =
    stats === undefined || stats.isFile()
      ? 'it exists; give another name with --output, or remove it'
      : `it is a ${kindWords(stats)}; give the name of a new file with --output, or - for standard output`;
  return usageError(`cannot write ${path}: ${why}`, '--output', path);
}
