import { closeSync, fstatSync } from 'node:fs';
import { defined, giveBytes, keptStart } from '@hostspec/host-kit';
import type { CommandEnd, Cut, TakePiece } from '@hostspec/spec';
import { giveStart, readStart } from '../copying/give.js';

/** How a command ended, with its output for whoever asks again. */
export interface HeldOutput {
  readonly end: CommandEnd;
  /** Bytes of output after which the command was ended. */
  readonly limit: number;
  /** The first bytes of the output; undefined if it is gone. */
  start(maxBytes: number): Uint8Array | undefined;
  /** Gives the output, up to a limit; returns how that cut it, if it did, or that the output is gone. */
  give(take: TakePiece, maxBytes: number): Promise<{ readonly cut?: Cut } | 'gone'>;
}

/** Keeps the output of a command, which is in a nameless file, and closes that file as soon as it can. */
export type HoldOutput = (end: CommandEnd, fd: number, limit: number) => HeldOutput;

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
  return (end, fd, limit) => {
    const { size } = fstatSync(fd);
    if (size <= smallBytes && inMemory + size <= maxInMemory) {
      inMemory += size;
      const bytes = readStart(fd, size);
      closeSync(fd);
      return heldInMemory(end, bytes, limit);
    }
    const keep = files < maxFiles && inFiles + size <= maxInFiles;
    if (keep) {
      files++;
      inFiles += size;
    }
    return heldInFile(end, fd, { size, limit, keep });
  };
}

/** The end of a command that has no output. */
export function withoutOutput(end: CommandEnd): HeldOutput {
  return heldInMemory(end, new Uint8Array(), 0);
}

function heldInMemory(end: CommandEnd, bytes: Uint8Array, limit: number): HeldOutput {
  return {
    end,
    limit,
    start: (maxBytes) => bytes.subarray(0, maxBytes),
    async give(take, maxBytes) {
      const cut = await giveBytes(bytes, take, maxBytes);
      return defined({ cut });
    },
  };
}

interface OutputFile {
  readonly size: number;
  readonly limit: number;
  /** Keep it open for further users. */
  readonly keep: boolean;
}

function heldInFile(end: CommandEnd, fd: number, { size, limit, keep }: OutputFile): HeldOutput {
  let users = 0;
  let isOpen = true;
  const release = (): void => {
    if (--users > 0 || keep) return;
    isOpen = false;
    closeSync(fd);
  };
  return {
    end,
    limit,
    start(maxBytes) {
      if (!isOpen) return undefined;
      users++;
      try {
        return readStart(fd, Math.min(size, maxBytes));
      } finally {
        release();
      }
    },
    async give(take, maxBytes) {
      if (!isOpen) return 'gone';
      users++;
      try {
        const bytes = Math.min(size, maxBytes);
        await giveStart(fd, take, bytes);
        if (bytes === size) return {};
        return { cut: keptStart(bytes, size) };
      } finally {
        release();
      }
    },
  };
}
