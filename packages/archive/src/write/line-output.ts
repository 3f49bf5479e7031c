import { close, write } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { codeOf } from '@hostspec/files';
import { HostspecError } from '@hostspec/spec';

const writeAsync = promisify(write);
const closeAsync = promisify(close);
const pieceSize = 64 * 1024;

/** Lines of text that are written in pieces to a file, a pipe or a terminal, and wait if its reader is slow. */
export interface LineOutput {
  /** A part of a line. */
  write(text: string): Promise<void>;
  /** Ends a line and hands it to the system. */
  endLine(): Promise<void>;
  close(): Promise<void>;
}

/** Writes lines of UTF-8 to an open file, from where it stands, or to a stream; `name` is for messages. */
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

/** Writes all of the bytes to an open file or a stream. @throws HostspecError `SINK` if its reader has gone. */
export async function writePatiently(fd: number, name: string, bytes: Uint8Array): Promise<void> {
  for (let offset = 0; offset < bytes.length; )
    try {
      offset += (await writeAsync(fd, bytes, offset, bytes.length - offset)).bytesWritten;
    } catch (error) {
      // Another process that shares the pipe may have made it non-blocking.
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
