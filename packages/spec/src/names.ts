import { available, UsageError } from './errors.js';

/** Whether a name matches a name or a glob, in which `*` stands for any characters and `?` for one; a strange pattern takes no longer. */
export function matchesName(pattern: string, name: string): boolean {
  let inPattern = 0;
  let inName = 0;
  // Where to go on if what follows the last star does not fit: only that star can take more.
  let afterStar = -1;
  let taken = 0;
  while (inName < name.length)
    if (pattern[inPattern] === '*') {
      afterStar = ++inPattern;
      taken = inName;
    } else if (pattern[inPattern] === '?' || pattern[inPattern] === name[inName]) {
      inPattern++;
      inName++;
    } else if (afterStar === -1) return false;
    else {
      inPattern = afterStar;
      inName = ++taken;
    }
  while (pattern[inPattern] === '*') inPattern++;
  return inPattern === pattern.length;
}

/** Checks that every name or glob of an option, such as `only`, chooses some spec of where the names are from. @throws UsageError for one that does not. */
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
        `--${option} ${pattern} matches no spec of ${where}; available: ${available(names, pattern)}`,
        { subject: `--${option}`, value: pattern },
      );
}
