import { constants, rmSync } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { constants as signals } from 'node:os';
import { codeOf, errorWords } from '@hostspec/files';
import { HostspecError } from '@hostspec/spec';
import type { Io } from '../io.js';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;

/** Writes pieces of text into a new file that only its owner can read; removes it if that fails or a signal ends the process. */
export async function writeNew(
  path: string,
  pieces: AsyncIterable<string>,
  io: Pick<Io, 'onSignal' | 'exit'>,
): Promise<void> {
  let isMade = false;
  let early: NodeJS.Signals | undefined;
  const end = (signal: NodeJS.Signals): void => {
    early = signal;
    if (!isMade) return;
    // The process ends before anything asynchronous is done.
    rmSync(path, { force: true });
    io.exit(128 + signals.signals[signal]);
  };
  const removers = (['SIGHUP', 'SIGINT', 'SIGTERM'] as const).map((signal) =>
    io.onSignal(signal, () => end(signal)),
  );
  const unlisten = (): void => {
    for (const remove of removers) remove();
  };
  const file = await open(path, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, 0o600).catch((error: unknown) => {
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
    await unlink(path).catch(() => {});
    throw codeOf(error) === undefined ? error : notWritten(path, error);
  } finally {
    unlisten();
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
