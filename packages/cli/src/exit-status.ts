/** The exit statuses of every command, besides 128 + number for a signal. */
export const exitStatus = {
  done: 0,
  failure: 1,
  usage: 2,
  noSpace: 3,
} as const;

/** The exit status that an error stands for. */
export function statusOf(error: unknown): number {
  if (!(error instanceof Error)) return exitStatus.failure;
  if ('code' in error && error.code === 'NO_SPACE') return exitStatus.noSpace;
  return error.name === 'UsageError' || error.name === 'CatalogError' ? exitStatus.usage : exitStatus.failure;
}
