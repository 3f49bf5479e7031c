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

// Of the errors that are not just passed on in the system's words: what they mean, and whether space would help.
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

/** Whether a system error says that the disk, its inodes, the quota or the largest file size are used up. */
export function isNoSpace(error: unknown): boolean {
  return meaningOf(error)?.noSpace ?? false;
}

/** What an error says, in words without codes and paths. */
export function errorWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return meaningOf(error)?.words ?? systemWords(error);
}

/** Whether a system error says that descriptors are used up, which passes. */
export function isNoDescriptor(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'EMFILE' || code === 'ENFILE';
}

/** A system error of a sink as `NO_SPACE` (with what is free and the bytes still to be written, where known) or `SINK`. */
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

/** The archive is complete and at its place, but something of ours beside it or in it could not be removed. */
export class Untidy extends HostspecError {
  constructor(path: string, left: string, cause: unknown) {
    super('SINK', `${path} is complete, but ${left} cannot be removed: ${errorWords(cause)}`, {
      subject: left,
      cause,
    });
  }
}

/** Bytes and inodes that the file system of a path has left for us; undefined if it does not say. */
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

/** The error for a disk that is found full without a call that failed. */
export function diskFull(path: string): HostspecError {
  return sinkError(Object.assign(new Error('the disk is full'), { code: 'ENOSPC' }), path);
}
