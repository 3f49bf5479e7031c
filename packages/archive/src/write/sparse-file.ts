import { ftruncateSync } from 'node:fs';
import { isZeroBytes, mostZeros } from '@hostspec/spec';
import { writeAll } from '../write-all.js';

/** Zeros in some content, in bytes. */
export interface ZeroRun {
  readonly at: number;
  readonly length: number;
}

/** A new file that is written from its start, and in which `zeroBytes` become holes. */
export interface SparseFile {
  /** Writes the next piece; if that fails, nothing of it counts as written. */
  write(piece: Uint8Array): void;
  /** Gives the file its size; returns its runs of zeros that are as long as `mostZeros`, in order. */
  end(): readonly ZeroRun[];
}

/** Writes into a file that was just made. */
export function sparseFile(fd: number): SparseFile {
  const runs: ZeroRun[] = [];
  let size = 0;
  // The end of the last data.
  let written = 0;
  const noteRun = (): void => {
    if (size - written >= mostZeros) runs.push({ at: written, length: size - written });
  };
  return {
    write(piece) {
      if (!isZeroBytes(piece)) {
        writeAll(fd, piece, size);
        noteRun();
        written = size + piece.length;
      }
      size += piece.length;
    },
    end() {
      noteRun();
      if (written < size) ftruncateSync(fd, size);
      return runs;
    },
  };
}
