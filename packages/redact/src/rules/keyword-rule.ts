import { escapedBytes, latin1Of } from '../match/bytes.js';
import type { Rule } from '../match/rule.js';

const longestKeyword = 64;
// So few that a start of three bytes, the least that a keyword needs, always fits.
const mostCases = 16;

/**
 * Creates a rule that masks given words of 3 to 1,000 bytes of UTF-8. It ignores case, also matches inside longer words, and matches
 * composed and decomposed accents.
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

/** A character in all its cases, as bytes. */
const casesOf = (character: string): string[] => [
  ...new Set([character, character.toLowerCase(), character.toUpperCase()].map(latin1Of)),
];

function anyCase(character: string): string {
  const [only = '', ...others] = casesOf(character).map(escapedBytes);
  return others.length === 0 ? only : `(?:${[only, ...others].join('|')})`;
}

/** The longest starts of a word that have few enough variants of case. ASCII letters need none: keywords ignore their case. */
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
