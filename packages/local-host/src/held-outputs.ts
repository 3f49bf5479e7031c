import { closeSync, fstatSync } from 'node:fs';
import type { CommandEnd, TakePiece } from '@hostspec/spec';
import { giveStart, readStart } from './give.js';

/** How a command ended, with its output for whoever asks again. */
export interface HeldOutput {
  readonly end: CommandEnd;
  /** The first bytes of the output; undefined if it is gone. */
  start(maxBytes: number): Uint8Array | undefined;
  /** Gives the whole output; false if it is gone. */
  give(take: TakePiece): Promise<boolean>;
}

/** Keeps the output of a command, from the nameless file that the command wrote it to, and closes that file when it can. */
export type HoldOutput = (end: CommandEnd, fd: number) => HeldOutput;

const smallBytes = 64 * 1024;
const maxInMemory = 16 * 1024 * 1024;
const maxFiles = 64;
const maxInFiles = 256 * 1024 * 1024;

/**
 * Makes the function that keeps outputs: small ones in memory, others in their files, both up to a total. What exceeds it is
 * gone once it has been used.
 */
export function outputHolder(): HoldOutput {
  let inMemory = 0;
  let files = 0;
  let inFiles = 0;
  return (end, fd) => {
    const { size } = fstatSync(fd);
    if (size <= smallBytes && inMemory + size <= maxInMemory) {
      inMemory += size;
      const bytes = size === 0 ? new Uint8Array() : readStart(fd, size);
      closeSync(fd);
      return heldInMemory(end, bytes);
    }
    const keep = files < maxFiles && inFiles + size <= maxInFiles;
    if (keep) {
      files++;
      inFiles += size;
    }
    return heldInFile(end, fd, size, keep);
  };
}

/** The end of a command that has no output. */
export function withoutOutput(end: CommandEnd): HeldOutput {
  return heldInMemory(end, new Uint8Array());
}

function heldInMemory(end: CommandEnd, bytes: Uint8Array): HeldOutput {
  return {
    end,
    start: (maxBytes) => bytes.subarray(0, maxBytes),
    async give(take) {
      if (bytes.length > 0) await take(bytes);
      return true;
    },
  };
}

function heldInFile(end: CommandEnd, fd: number, size: number, keep: boolean): HeldOutput {
  let users = 0;
  let isOpen = true;
  const release = (): void => {
    if (--users > 0 || keep) return;
    isOpen = false;
    closeSync(fd);
  };
  return {
    end,
    start(maxBytes) {
      if (!isOpen) return undefined;
      users++;
      try {
        return readStart(fd, Math.min(size, maxBytes));
      } finally {
        release();
      }
    },
    async give(take) {
      if (!isOpen) return false;
      users++;
      try {
        await giveStart(fd, take, size);
        return true;
      } finally {
        release();
      }
    },
  };
}
