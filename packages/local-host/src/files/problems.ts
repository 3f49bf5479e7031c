import { pathProblemOf } from '@hostspec/files';
import { type HostError, hostError, isHostError, messageOf } from '@hostspec/spec';

/** Converts an error to a `HostError` that names the path. */
export function problemOf(error: unknown, path: string): HostError {
  if (isHostError(error)) return error;
  const known = pathProblemOf(error);
  if (known) return hostError(known.problem, `${path}: ${known.words}`);
  return hostError('failed', `${path}: ${messageOf(error)}`);
}
