import { writeSync } from 'node:fs';
import { getSystemErrorMap } from 'node:util';
import type { Io, Output } from './io.js';

/** The process, for commands. Its streams take time to load, so they are not used until needed. */
export function processIo(): Omit<Io, 'atEnd'> {
  return {
    out: descriptor(1, () => process.stdout),
    err: descriptor(2, () => process.stderr),
    readInput,
    inputBytes: () => process.stdin as AsyncIterable<Uint8Array>,
    get askSecret() {
      const { stdin, stderr } = process;
      if (!stdin.isTTY || !stderr.isTTY) return undefined;
      return async (question: string) => (await import('./ask-secret.js')).askSecret(question, stdin, stderr);
    },
    terminal() {
      const { stdin: input, stdout: output } = process;
      return input.isTTY && output.isTTY ? { input, output } : undefined;
    },
    env: process.env,
    cwd: workingDirectory(),
    onSignal(signal, listener) {
      process.on(signal, listener);
      return () => void process.off(signal, listener);
    },
    exit: (status) => process.exit(status),
  };
}

/** Writes immediately, so that nothing is lost when the process exits. */
function descriptor(fd: number, stream: () => NodeJS.WriteStream): Output {
  let gone = false;
  return {
    write(content) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      for (let offset = 0; offset < bytes.length && !gone; )
        try {
          offset += writeSync(fd, bytes, offset);
        } catch (error) {
          const { code } = error as NodeJS.ErrnoException;
          if (code === 'EAGAIN') pause();
          else if (code === 'EPIPE' || code === 'EBADF') gone = true;
          else throw cannotWrite(fd, error as Error);
        }
    },
    get isTTY() {
      return stream().isTTY;
    },
    get columns() {
      // A terminal that does not know its size says 0.
      return stream().columns || undefined;
    },
    get rows() {
      return stream().rows || undefined;
    },
  };
}

function cannotWrite(fd: number, error: Error): Error {
  const { errno = 0 } = error as NodeJS.ErrnoException;
  const why = getSystemErrorMap().get(errno)?.[1] ?? error.message;
  const stream = fd === 1 ? 'standard output' : 'standard error';
  return Object.assign(new Error(`cannot write to ${stream}: ${why}`, { cause: error }), { code: 'SINK' });
}

/** Reads asynchronously, so that a signal ends the process while it waits. */
async function readInput(maxBytes: number): Promise<string> {
  const { usageError } = await import('./usage-error.js');
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of process.stdin as AsyncIterable<Uint8Array>) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > maxBytes)
      throw usageError(`standard input has more than ${maxBytes} bytes; allowed: at most that`, '-');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
  } catch {
    throw usageError('standard input is not UTF-8 text', '-');
  }
}

/** Waits for a pipe that another process has made non-blocking. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}

function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}
