import { escapedBytes, latin1Of } from '../match/bytes.js';
import type { Rule } from '../match/rule.js';

const longestKeyword = 64;
// Low enough for a start of three bytes, the shortest keyword, to have no more variants.
const mostCases = 16;

/**
 * Creates a rule that masks the given words (3 to 1,000 bytes of UTF-8), in any case, also inside longer words, with composed or decomposed
 * accents.
 */
export function keywordRule(words: readonly string[]): Rule {
  const forms = [...new Set(words.flatMap((word) => [word.normalize('NFC'), word.normalize('NFD')]))];
  const sorted = forms.toSorted((a, b) => b.length - a.length);
  return {
    id: 'keyword',
    keywords: [...new Set(sorted.flatMap(startsOf))],
    pattern: new RegExp(`(${sorted.map((word) => [...word].map(anyCase).join('')).join('|')})`),
    steps: sorted.reduce((sum, { length }) => sum + length, 1),
    matches: sorted.map((word) => `«${word}»`),
    others: [],
  };
}

/** The bytes of a character in each of its cases. */
const casesOf = (character: string): string[] => [
  ...new Set([character, character.toLowerCase(), character.toUpperCase()].map(latin1Of)),
];

function anyCase(character: string): string {
  const [only = '', ...others] = casesOf(character).map(escapedBytes);
  return others.length === 0 ? only : `(?:${[only, ...others].join('|')})`;
}

/** All variants of case of a word's start, as long as there are few. ASCII letters have none, because keywords ignore their case. */
function startsOf(word: string): string[] {
  let starts = [''];
  for (const character of word) {
    const cases = character <= '\x7f' ? [character] : casesOf(character);
    const longer = starts.flatMap((start) => cases.map((each) => start + each));
    if (longer.length > mostCases || longer.some(({ length }) => length > longestKeyword)) break;
    starts = longer;
  }
  return starts;
}
