import type { Rule } from '../match/rule.js';

const longestKeyword = 64;
// So many cases have starts of three bytes or more, which a keyword needs.
const mostCases = 16;

/**
 * The rule that masks words of your own, without case, also inside of longer words: of 3 to 1,000 bytes of UTF-8. An accent may be a part
 * of its letter or a character of its own.
 */
export function keywordRule(words: readonly string[]): Rule {
  const forms = [...new Set(words.flatMap((word) => [word.normalize('NFC'), word.normalize('NFD')]))];
  const sorted = forms.toSorted((a, b) => b.length - a.length);
  return {
    id: 'keyword',
    keywords: [...new Set(sorted.flatMap(startsOf))],
    pattern: new RegExp(`(${sorted.map((word) => [...word].map(anyCase).join('')).join('|')})`),
    matches: sorted.map((word) => `«${word}»`),
    others: [],
  };
}

const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

/** A character in small and in capital letters, as bytes. */
const casesOf = (character: string): string[] => [
  ...new Set([character, character.toLowerCase(), character.toUpperCase()].map(bytesOf)),
];

const escaped = (bytes: string): string =>
  bytes.replace(/[^A-Za-z0-9]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);

function anyCase(character: string): string {
  const [only = '', ...others] = casesOf(character).map(escaped);
  return others.length === 0 ? only : `(?:${[only, ...others].join('|')})`;
}

/** The starts of a word, in all cases, of as many bytes as there are not too many cases of. Letters of ASCII are found without case. */
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
