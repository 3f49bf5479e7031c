/** What a user is told of an error; what is none of ours or the system's is a fault of hostspec, with its stack. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? error.message : (error.stack ?? error.message);
}
