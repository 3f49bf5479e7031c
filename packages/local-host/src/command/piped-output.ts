import type { ChildProcess } from 'node:child_process';
import { writeSync } from 'node:fs';

/** Output that goes through this process, so that the command has no descriptor for the file that keeps it. */
export interface PipedOutput {
  /** Closes the pipes, even if a process still holds their other ends. */
  close(): void;
  /** The system error that ended the writing, if one did. */
  readonly failure: unknown;
}

// Everything that the command wrote before it ended is in the pipes and is read now; a process that holds them longer is another one.
const graceAfterExit = 100;

/** Writes what a command prints into a file, up to a limit; `end` is called if there is more, or if writing fails. */
export function pipeOutput(
  child: Pick<ChildProcess, 'stdout' | 'stderr' | 'once'>,
  fd: number,
  maxBytes: number,
  end: () => void,
): PipedOutput {
  const streams = [child.stdout, child.stderr];
  let written = 0;
  let failure: unknown;
  const close = (): void => {
    for (const stream of streams) stream?.destroy();
  };
  const stop = (): void => {
    // Send the signal before closing the pipe, or the command would fail because of the closed pipe first.
    end();
    close();
  };
  const keep = (chunk: Buffer): void => {
    if (failure !== undefined || written > maxBytes) return;
    try {
      const kept = chunk.subarray(0, maxBytes - written);
      for (let at = 0; at < kept.length; ) at += writeSync(fd, kept, at);
    } catch (error) {
      failure = error;
      stop();
      return;
    }
    written += chunk.length;
    if (written > maxBytes) stop();
  };
  for (const stream of streams) stream?.on('data', keep).on('error', () => {});
  // If this process was busy for longer, the pipes have not been read yet when the time is over.
  child.once('exit', () => void setTimeout(() => setImmediate(close), graceAfterExit).unref());
  return {
    close,
    get failure() {
      return failure;
    },
  };
}
