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
