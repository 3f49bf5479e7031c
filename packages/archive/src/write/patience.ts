import { close, constants, openSync, write } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { codeOf, isNoDescriptor, type Patience, whileNoDescriptor } from '@hostspec/files';
import { HostspecError } from '@hostspec/spec';

/** Ten seconds for the rest of the run to free a descriptor. */
export const patience: Patience = { attempts: 500, pause: 20 };

/** Runs a task now, or as soon as there is a descriptor for it. Converts all other errors. */
export function whenDescriptor<T>(task: () => T, convert: (error: unknown) => Error): Promise<T> | T {
  try {
    return task();
  } catch (error) {
    if (!isNoDescriptor(error)) throw convert(error);
    return whileNoDescriptor(patience, task).catch((last: unknown) => {
      throw convert(last);
    });
  }
}

/** Opens a file for reading as soon as there is a descriptor for it. */
export async function openPatiently(path: string): Promise<number> {
  return await whileNoDescriptor(patience, () => openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW));
}

const writeAsync = promisify(write);
const closeAsync = promisify(close);
const pieceSize = 64 * 1024;

/** Lines of text for a file, pipe or terminal. Waits for a slow reader. */
export interface LineOutput {
  write(text: string): Promise<void>;
  /** Ends the line and hands it to the system. */
  endLine(): Promise<void>;
  close(): Promise<void>;
}

/** Writes UTF-8 lines to an open file or a stream. `name` is for messages. */
export function lineOutput(fd: number, name: string): LineOutput {
  let pending = '';

  const flush = async (): Promise<void> => {
    const bytes = Buffer.from(pending);
    pending = '';
    await writePatiently(fd, name, bytes);
  };

  return {
    async write(text) {
      pending += text;
      if (pending.length >= pieceSize) await flush();
    },
    async endLine() {
      pending += '\n';
      await flush();
    },
    close: () => closeAsync(fd),
  };
}

/** The name of an open file or a stream, for messages. */
export function streamName(fd: number): string {
  return fd === 1 ? 'standard output' : `file descriptor ${fd}`;
}

/** Writes all bytes to an open file or a stream. @throws HostspecError `SINK` if the reader is gone. */
export async function writePatiently(fd: number, name: string, bytes: Uint8Array): Promise<void> {
  for (let offset = 0; offset < bytes.length; )
    try {
      offset += (await writeAsync(fd, bytes, offset, bytes.length - offset)).bytesWritten;
    } catch (error) {
      // Another process with the same pipe may have made it non-blocking.
      if (codeOf(error) === 'EAGAIN') await setTimeout(5);
      else if (codeOf(error) === 'EPIPE') throw readerGone(name, error);
      else throw error;
    }
}

function readerGone(name: string, cause: unknown): HostspecError {
  return new HostspecError('SINK', `the reader of ${name} closed it before the end (EPIPE)`, {
    subject: name,
    cause,
  });
}
