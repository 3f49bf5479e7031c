import type { OutcomeStatus } from '@hostspec/spec';

/** The statuses that a user should see, the most urgent first: content is missing or incomplete, and that is not normal. */
export const notableStatuses: readonly OutcomeStatus[] = ['failed', 'timed out', 'truncated', 'denied'];
