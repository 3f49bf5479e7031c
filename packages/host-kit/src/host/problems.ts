import type { HostProblem } from '@hostspec/spec';

const gravity: readonly HostProblem[] = ['absent', 'refused', 'denied', 'failed', 'timed out'];

/** The graver of two problems: the one that leaves more unknown. */
export function graver(one: HostProblem | undefined, other: HostProblem): HostProblem {
  return one !== undefined && gravity.indexOf(one) > gravity.indexOf(other) ? one : other;
}
