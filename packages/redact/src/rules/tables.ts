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

const columnRows: readonly ColumnRow[] = [
  ...hostColumns,
  ...networkColumns,
  ...deviceColumns,
  ...settingRows,
  ...scriptRows,
  ...outputRows,
  ...noteRows,
];

/** The words that the lines of each row need, and those that their places need. */
const requiredInRows = (): readonly Pick<SecretColumns, 'words' | 'placeWords'>[] =>
  columnRows.map(({ line, after, within }) => {
    const place = after ?? within;
    return { words: requiredWords(line()), placeWords: place && requiredWords(place) };
  });

/** Shorter words are in too many lines. */
const leastCharacters = 4;

/**
 * The same with each word replaced by the shortest word of any row that is part of it: that one is looked for anyway. Computed once, because it
 * reads the expressions of all rows.
 */
const neededWords = once(() => {
  const rows = requiredInRows();
  const all = rows.flatMap(({ words = [], placeWords = [] }) => [...words, ...placeWords]);
  const parts = [...new Set(all)]
    .filter(({ length }) => length >= leastCharacters)
    .sort((a, b) => a.length - b.length);
  const shared = (words: readonly string[] | undefined): readonly string[] | undefined =>
    words && [...new Set(words.map((word) => parts.find((part) => word.includes(part)) ?? word))];
  return rows.map(({ words, placeWords }) => ({ words: shared(words), placeWords: shared(placeWords) }));
});

/** Files whose names say which column or setting is a secret. */
export const secretColumns: readonly SecretColumns[] = columnRows.map(({ line, ...row }, at) => ({
  ...row,
  get line() {
    return line();
  },
  get words() {
    return neededWords()[at]?.words;
  },
  get placeWords() {
    return neededWords()[at]?.placeWords;
  },
}));
