import { CatalogError, UsageError } from '../text/errors.js';
import { nameMatcher } from '../text/glob.js';
import { didYouMean } from '../text/nearest.js';

/** Checks that every name or glob of an option matches a spec; `option` is the name that the user knows. @throws UsageError for one that does not. */
export function checkSelection(
  option: string,
  patterns: readonly string[] | undefined,
  names: readonly string[],
  where = 'the catalog',
  list = 'hostspec catalog',
): void {
  for (const pattern of patterns ?? [])
    if (!names.some(nameMatcher(pattern)))
      throw new UsageError(
        'INVALID_OPTION',
        `${option} ${pattern} matches no spec in ${where}; ${didYouMean(pattern, new Set(names), list)}`,
        { subject: option, value: pattern },
      );
}

/** Checks that there is a spec of each name. `who` names the option and the catalog for the message. @throws CatalogError `UNKNOWN_SPEC`. */
export function checkNames(who: string, names: readonly string[], specs: object): void {
  for (const name of names)
    if (!Object.hasOwn(specs, name))
      throw new CatalogError(
        'UNKNOWN_SPEC',
        `${who} has no spec named ${name}; ${didYouMean(name, Object.keys(specs), 'hostspec catalog')}`,
        { subject: name },
      );
}
