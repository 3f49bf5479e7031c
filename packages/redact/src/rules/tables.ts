import { hostText } from '../match/host-text.js';
import { probesOf } from '../match/keyword-table.js';
import { sortedKeywords, usersOfKeywords } from '../match/matcher.js';
import { once } from '../match/once.js';
import { requiredWords } from '../match/required-words.js';
import type { Rule } from '../match/rule.js';
import type { ColumnRow, SecretColumns } from './column-row.js';
import { deviceColumns } from './device-columns.js';
import { hostColumns } from './host-columns.js';
import { ruleFamilies } from './index.js';
import { networkColumns } from './network-columns.js';
import { outputRows } from './program-outputs.js';
import { scriptRows } from './script-rows.js';
import { settingRows } from './settings.js';
import { noteRows } from './written-notes.js';

// The build puts the same as data in place of this module (see table-data.ts), because the sources of all rules take long to load.

/**
 * All rules, in order of precedence. The first rule that finds a secret gives its id to the mask. Their examples are left out of the built
 * package.
 */
export const allRules: readonly Rule[] = ruleFamilies.flatMap(({ rules }) => rules);

/** What `probesOf` returns for the keywords of `allRules`. */
export const keywordProbes: readonly number[] = probesOf(sortedKeywords(usersOfKeywords(allRules)), hostText);

/** Files whose names say which column or setting is a secret. */
export const secretColumns: readonly SecretColumns[] = [
  ...hostColumns,
  ...networkColumns,
  ...deviceColumns,
  ...settingRows,
  ...scriptRows,
  ...outputRows,
  ...noteRows,
].map(({ line, ...row }: ColumnRow) => {
  const words = once(() => requiredWords(line()));
  const place = row.after ?? row.within;
  const placeWords = once(() => place && requiredWords(place));
  return {
    ...row,
    get line() {
      return line();
    },
    get words() {
      return words();
    },
    get placeWords() {
      return placeWords();
    },
  };
});
