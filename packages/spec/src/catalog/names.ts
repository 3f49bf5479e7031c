import { CatalogError, UsageError } from '../text/errors.js';
import { nameMatcher } from '../text/glob.js';
import { didYouMean } from '../text/nearest.js';

/** The most characters of a spec's name, which is part of the name of a file. */
const longestSpecName = 200;

/** The names that a spec can have, as a regular expression for a whole name. */
export const specNamePattern = `^[A-Za-z][A-Za-z0-9_]{0,${longestSpecName - 1}}$`;

/** The names that a spec can have, in words. */
export const specNames = `at most ${longestSpecName} letters, digits and _, the first a letter`;

const specName = new RegExp(specNamePattern);

/** Whether a value is a name that a spec can have. */
export function isSpecName(value: unknown): value is string {
  return typeof value === 'string' && specName.test(value);
}

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
