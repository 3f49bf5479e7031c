import type { HostspecError } from '@hostspec/spec';
import { sinkError } from '../sink-error.js';

/** Remembers that the disk is full: nothing more is written then, and the caller learns it once. */
export interface SpaceWatch {
  /** @throws HostspecError `NO_SPACE` if the disk is full. */
  check(): void;
  /** The error for the caller, with the bytes that are not written. */
  failed(error: unknown, path: string, unwritten?: number): HostspecError;
  /** Whether the caller was given an error about the full disk. */
  told(): boolean;
}

/** Makes the watch over the disk of one run. */
export function spaceWatch(): SpaceWatch {
  let noSpace: HostspecError | undefined;
  let told = false;
  return {
    check() {
      if (noSpace) throw noSpace;
    },
    failed(error, path, unwritten) {
      const failure = sinkError(error, path, unwritten);
      if (failure.code === 'NO_SPACE') {
        noSpace ??= failure;
        told = true;
      }
      return failure;
    },
    told: () => told,
  };
}
