import type { HostProblem, OutcomeStatus } from '@hostspec/spec';

const gravity: readonly HostProblem[] = ['absent', 'refused', 'denied', 'failed', 'timed out'];

/** The graver of two problems: the one that leaves more unknown. */
export function graver(one: HostProblem | undefined, other: HostProblem): HostProblem {
  return one !== undefined && gravity.indexOf(one) > gravity.indexOf(other) ? one : other;
}

/** The statuses that a user should see, the most urgent first: content is missing or incomplete, and that is not normal. */
export const notableStatuses: readonly OutcomeStatus[] = ['failed', 'timed out', 'truncated', 'denied'];
