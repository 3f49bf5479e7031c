/** The exit statuses of every command, besides 128 + the number of a signal. */
export const exitStatus = {
  done: 0,
  failure: 1,
  usage: 2,
  noSpace: 3,
  /** Sound, but not everything. */
  incomplete: 4,
} as const;

/** The exit status for an error. */
export function statusOf(error: unknown): number {
  if (!(error instanceof Error)) return exitStatus.failure;
  if ('code' in error && error.code === 'NO_SPACE') return exitStatus.noSpace;
  return error.name === 'UsageError' || error.name === 'CatalogError' ? exitStatus.usage : exitStatus.failure;
}
