/** The `UsageError` of `@hostspec/spec`, which is not loaded for it: a misspelt option is answered at once. */
export function usageError(message: string, subject: string, value?: unknown): Error {
  return Object.assign(new Error(message), { name: 'UsageError', code: 'INVALID_OPTION', subject, value });
}
