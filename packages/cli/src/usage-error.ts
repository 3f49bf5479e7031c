/** The `UsageError` of `@hostspec/spec`, without loading that package: a misspelt option gets its answer fast. */
export function usageError(message: string, subject: string, value?: unknown): Error {
  return Object.assign(new Error(message), { name: 'UsageError', code: 'INVALID_OPTION', subject, value });
}

/** A usage error about a file, with a line for each of its problems. */
export function problemsError(lines: string, subject: string, path: string): Error {
  return Object.assign(usageError(lines, subject, path), { hasLines: true });
}
