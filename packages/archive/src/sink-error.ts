import { statfsSync } from 'node:fs';
import { clearerWords, errorWords, isNoSpace } from '@hostspec/files';
import { HostspecError, isHostspecError } from '@hostspec/spec';

/** Turns a system error of a sink into `NO_SPACE` (with the free space and the bytes still to write, if known) or `SINK`. */
export function sinkError(error: unknown, path: string, unwritten?: number): HostspecError {
  if (isHostspecError(error)) return error;
  const options = { subject: path, cause: error };
  if (!isNoSpace(error)) {
    return new HostspecError('SINK', `cannot write ${path}: ${errorWords(error)}`, options);
  }
  const words = clearerWords(error);
  const why = words === undefined ? '' : `: ${words}`;
  const space = freeSpace(path);
  const free = space && (space.inodes === 0 ? ', no inode is free' : `, ${space.bytes} bytes are free`);
  const need = unwritten ? `, ${unwritten} bytes are still to be written` : '';
  return new HostspecError('NO_SPACE', `no space left for ${path}${why}${free ?? ''}${need}`, {
    ...options,
    value: unwritten,
  });
}

/** The archive is complete and in place, but a temporary file beside it or in it cannot be removed. */
export class Untidy extends HostspecError {
  constructor(path: string, left: string, cause: unknown) {
    super('SINK', `${path} is complete, but ${left} cannot be removed: ${errorWords(cause)}`, {
      subject: left,
      cause,
    });
  }
}

/** Free bytes and inodes for this user on the file system of a path; undefined if unknown. */
export function freeSpace(path: string): { bytes: number; inodes: number } | undefined {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(at.lastIndexOf('/'), 0))) {
    try {
      const { bfree, bavail, bsize, blocks, ffree, files } = statfsSync(at);
      if (blocks === 0) return undefined;
      const free = process.geteuid?.() === 0 ? bfree : bavail;
      return { bytes: free * bsize, inodes: files === 0 ? Number.POSITIVE_INFINITY : ffree };
    } catch {}
  }
  return undefined;
}

/** Remembers that the disk is full, so that nothing more is written and the caller is told once. */
interface SpaceWatch {
  /** @throws HostspecError `NO_SPACE` if the disk is full. */
  check(): void;
  /** Returns the error for the caller, with the number of unwritten bytes. */
  failed(error: unknown, path: string, unwritten?: number): HostspecError;
  /** Whether the caller was told that the disk is full. */
  told(): boolean;
}

/** Creates the watch of one run. */
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
