import { statfsSync } from 'node:fs';
import { clearerWords, errorWords, isNoSpace } from '@hostspec/files';
import { HostspecError, isHostspecError } from '@hostspec/spec';

/** A system error of a sink as `NO_SPACE` (with the free space and the bytes still to be written, if known) or `SINK`. */
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
