import { UsageError } from './errors.js';
import { nameMatcher } from './glob.js';
import { available } from './nearest.js';

/** Whether the name of a spec matches a name or a glob, such as `ethtool*` or `ls_?`. */
export function matchesName(pattern: string, name: string): boolean {
  return nameMatcher(pattern)(name);
}

/** Checks that every name or glob of an option matches a spec; `option` is the name that the user knows. @throws UsageError for one that does not. */
export function checkSelection(
  option: string,
  patterns: readonly string[] | undefined,
  names: readonly string[],
  where = 'the catalog',
): void {
  for (const pattern of patterns ?? [])
    if (!names.some(nameMatcher(pattern)))
      throw new UsageError(
        'INVALID_OPTION',
        `${option} ${pattern} matches no spec in ${where}; available: ${available(new Set(names), pattern)}`,
        { subject: option, value: pattern },
      );
}
