import type { HostProblem, OutcomeStatus } from '@hostspec/spec';

const gravity: readonly HostProblem[] = ['absent', 'refused', 'denied', 'failed', 'timed out'];

/** The graver of two problems: the one that leaves more unknown. */
export function graver(one: HostProblem | undefined, other: HostProblem): HostProblem {
  return one !== undefined && gravity.indexOf(one) > gravity.indexOf(other) ? one : other;
}

/** The statuses that a user should see, the most urgent first: content is missing or incomplete, and that is not normal. */
export const notableStatuses: readonly OutcomeStatus[] = ['failed', 'timed out', 'truncated', 'denied'];

const onRequest = 'on request: ';
const deselected = 'deselected by ';
const notForThis = 'not for this distribution';

/** Why a spec that is collected on request is left out: nobody named it in this option. */
export const unasked = (option: string): string => `${onRequest}name it in ${option}`;

/** Why a spec is left out: an option does not select it. */
export const deselectedBy = (option: string): string => `${deselected}${option}`;

/** Whether the reason of a skipped spec is that it was not asked for. Such specs do not count among the outcomes of a run. */
export function isDeselected(reason: string | undefined): boolean {
  return reason?.startsWith(onRequest) || reason?.startsWith(deselected) || false;
}

/** Why a spec is skipped: the host is not one that its option `for` names. */
export function notFor(families: readonly string[], host: string): string {
  return `${notForThis} (for ${families.join(', ')}; this is ${host})`;
}

/** Whether the reason of a skipped spec is that it is for other distributions. */
export function isForOthers(reason: string | undefined): boolean {
  return reason?.startsWith(`${notForThis} (`) ?? false;
}
