import { statfsSync } from 'node:fs';
import { HostspecError } from '@hostspec/spec';

/** Whether a system error says that the disk, its inodes or the quota are used up. */
export function isNoSpace(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'NO_SPACE';
}

/** A system error of a sink as `NO_SPACE` (with what is free and what is needed, in bytes, where known) or `SINK`. */
export function sinkError(error: unknown, path: string, needed?: number): HostspecError {
  if (error instanceof Error && 'code' in error && (error.code === 'NO_SPACE' || error.code === 'SINK'))
    return error as HostspecError;
  const options = { subject: path, cause: error };
  if (!isNoSpace(error)) {
    const reason = error instanceof Error ? error.message : String(error);
    return new HostspecError('SINK', `cannot write ${path}: ${reason}`, options);
  }
  const space = freeSpace(path);
  const free = space && (space.inodes === 0 ? ', no inode is free' : `, ${space.bytes} bytes are free`);
  const need = needed === undefined ? '' : `, at least ${needed} more are needed`;
  return new HostspecError('NO_SPACE', `no space left for ${path}${free ?? ''}${need}`, {
    ...options,
    value: needed,
  });
}

/** Bytes and inodes that the file system of a path has left for us; undefined where it does not say. */
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
