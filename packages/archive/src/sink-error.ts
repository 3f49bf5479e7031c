import { statfsSync } from 'node:fs';
import { HostspecError, isHostspecError } from '@hostspec/spec';

/** The code of an error of the system or of hostspec. */
export function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Whether a system error says that the disk, its inodes or the quota are used up. */
export function isNoSpace(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'NO_SPACE';
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
    const reason = error instanceof Error ? error.message : String(error);
    return new HostspecError('SINK', `cannot write ${path}: ${reason}`, options);
  }
  const space = freeSpace(path);
  const free = space && (space.inodes === 0 ? ', no inode is free' : `, ${space.bytes} bytes are free`);
  const need = unwritten ? `, ${unwritten} bytes are still to be written` : '';
  return new HostspecError('NO_SPACE', `no space left for ${path}${free ?? ''}${need}`, {
    ...options,
    value: unwritten,
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

/** The error for a disk that is found full without a call that failed. */
export function diskFull(path: string): HostspecError {
  return sinkError(Object.assign(new Error('the disk is full'), { code: 'ENOSPC' }), path);
}
