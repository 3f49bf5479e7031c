/** The `UsageError` of `@hostspec/spec`, without loading that package: a misspelt option gets its answer fast. */
export function usageError(message: string, subject: string, value?: unknown): Error {
  return Object.assign(new Error(message), { name: 'UsageError', code: 'INVALID_OPTION', subject, value });
}

/** The usage error for two things that exclude each other, in the words of the command line; `subject` is the option to leave out. */
export function bothGiven(one: string, other: string, subject: string, value?: unknown): Error {
  return usageError(`${one} cannot be combined with ${other}; give only one of them`, subject, value);
}

/** Refuses options that have no effect with something else. @throws UsageError for the first that is given. */
export function refuseWith(other: string, values: object, names: readonly string[]): void {
  for (const [name, value] of Object.entries(values))
    if (names.includes(name) && value !== undefined)
      throw bothGiven(value === true ? `--${name}` : `--${name} ${value}`, other, `--${name}`, value);
}

/** A usage error about a file, with a line for each of its problems. */
export function problemsError(lines: string, subject: string, path: string): Error {
  return Object.assign(usageError(lines, subject, path), { hasLines: true });
}
