/** All statuses of a spec, from collected to skipped. */
export const outcomeStatuses = [
  'collected',
  'truncated',
  'empty',
  'absent',
  'denied',
  'failed',
  'timed out',
  'skipped',
] as const;

/** The status of a spec. */
export type OutcomeStatus = (typeof outcomeStatuses)[number];
