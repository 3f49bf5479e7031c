import { constants } from 'node:os';
import { type HostError, type HostProblem, hostError, isHostError } from '@hostspec/spec';

const problems: Readonly<Record<string, readonly [HostProblem, string]>> = {
  ENOENT: ['absent', 'no such file or directory'],
  ENOTDIR: ['absent', 'a part of the path is not a directory'],
  ENXIO: ['absent', 'no such device or address'],
  ENODEV: ['absent', 'no such device'],
  EACCES: ['denied', 'permission denied'],
  EPERM: ['denied', 'operation not permitted'],
  ELOOP: ['refused', 'too many symbolic links'],
  ENAMETOOLONG: ['failed', 'the name is too long'],
};

/** Converts an error to a `HostError` that names the path. */
export function problemOf(error: unknown, path: string): HostError {
  if (isHostError(error)) return error;
  const code = codeOf(error);
  const known = code === undefined ? undefined : problems[code];
  if (known) return hostError(known[0], `${path}: ${known[1]}`);
  return hostError('failed', `${path}: ${error instanceof Error ? error.message : String(error)}`);
}

/** The system's code for an error, such as ENOENT. */
export function codeOf(error: unknown): string | undefined {
  // Node has no code for this one.
  if (error instanceof Error && 'errno' in error && error.errno === -constants.errno.EDQUOT) return 'EDQUOT';
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether the error means that the target has no space or quota left. */
export function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error) ?? '');
}

/** A suffix for a message: why a target is full although its disk may not be; empty if the disk is full. */
export function whyFull(error: unknown): string {
  const why = { EDQUOT: 'disk quota exceeded', EFBIG: 'the maximum file size is reached' };
  const words = why[codeOf(error) as keyof typeof why];
  return words === undefined ? '' : `: ${words}`;
}

/** Whether the error means too many open files, which is temporary. */
export function isExhausted(error: unknown): boolean {
  return ['EMFILE', 'ENFILE'].includes(codeOf(error) ?? '');
}
