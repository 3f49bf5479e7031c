import { statfsSync } from 'node:fs';
import { constants } from 'node:os';
import { HostspecError, isHostspecError, systemWords } from '@hostspec/spec';

/** The code of an error of the system or of hostspec. */
export function errorCode(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  return 'errno' in error ? (unnamed.get(-Number(error.errno)) ?? error.code) : error.code;
}

// Node gives these errors no code of their own.
const unnamed = new Map([
  [constants.errno.EDQUOT, 'EDQUOT'],
  [117, 'EUCLEAN'],
]);

// Errors that need other words than the system's, and whether they mean a lack of space.
const meanings: Readonly<Record<string, { readonly words?: string; readonly noSpace: boolean }>> = {
  ENOSPC: { noSpace: true },
  EDQUOT: { words: 'disk quota exceeded', noSpace: true },
  EFBIG: { words: 'the maximum file size is reached', noSpace: true },
  NO_SPACE: { noSpace: true },
  EUCLEAN: { words: 'the file system is damaged', noSpace: false },
};

function meaningOf(error: unknown): (typeof meanings)[string] | undefined {
  return meanings[String(errorCode(error))];
}

/** Whether a system error means that the disk, its inodes, the quota or the maximum file size is exhausted. */
export function isNoSpace(error: unknown): boolean {
  return meaningOf(error)?.noSpace ?? false;
}

/** The words of an error, without codes and paths. */
export function errorWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return meaningOf(error)?.words ?? systemWords(error);
}

/** Whether a system error means that all descriptors are in use, which is temporary. */
export function isNoDescriptor(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'EMFILE' || code === 'ENFILE';
}

/** A system error of a sink as `NO_SPACE` (with the free space and the bytes still to be written, if known) or `SINK`. */
export function sinkError(error: unknown, path: string, unwritten?: number): HostspecError {
  if (isHostspecError(error)) return error;
  const options = { subject: path, cause: error };
  if (!isNoSpace(error)) {
    return new HostspecError('SINK', `cannot write ${path}: ${errorWords(error)}`, options);
  }
  const words = meaningOf(error)?.words;
  const why = words === undefined ? '' : `: ${words}`;
  const space = freeSpace(path);
  const free = space && (space.inodes === 0 ? ', no inode is free' : `, ${space.bytes} bytes are free`);
  const need = unwritten ? `, ${unwritten} bytes are still to be written` : '';
  return new HostspecError('NO_SPACE', `no space left for ${path}${why}${free ?? ''}${need}`, {
    ...options,
    value: unwritten,
  });
}

/** The archive is complete and in place, but a temporary file beside it or in it could not be removed. */
export class Untidy extends HostspecError {
  constructor(path: string, left: string, cause: unknown) {
    super('SINK', `${path} is complete, but ${left} cannot be removed: ${errorWords(cause)}`, {
      subject: left,
      cause,
    });
  }
}

/** Bytes and inodes that the file system of a path has left for this user; undefined if unknown. */
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
