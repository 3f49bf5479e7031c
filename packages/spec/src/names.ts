import { available, UsageError } from './errors.js';

/** Whether a name matches a name or a glob, in which `*` stands for any characters and `?` for one. */
export function matchesName(pattern: string, name: string): boolean {
  if (!/[*?]/.test(pattern)) return pattern === name;
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`).test(name);
}

/** Checks that every name or glob of an option chooses a spec; `option` is how the caller's user knows the option. @throws UsageError for one that does not. */
export function checkSelection(
  option: string,
  patterns: readonly string[] | undefined,
  names: readonly string[],
  where = 'the catalog',
): void {
  for (const pattern of patterns ?? [])
    if (!names.some((name) => matchesName(pattern, name)))
      throw new UsageError(
        'INVALID_OPTION',
        `${option} ${pattern} matches no spec of ${where}; available: ${available(names, pattern)}`,
        { subject: option, value: pattern },
      );
}
