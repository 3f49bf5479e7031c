import type { Rule } from './rule.js';

const longestKeyword = 64;

/** The rule that masks words of your own, of 3 to 1,000 characters of ASCII, without case, also inside of longer words. */
export function keywordRule(words: readonly string[]): Rule {
  const sorted = words.toSorted((a, b) => b.length - a.length);
  const escaped = sorted.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  return {
    id: 'keyword',
    keywords: sorted.map((word) => word.slice(0, longestKeyword)),
    pattern: new RegExp(`(${escaped.join('|')})`, 'i'),
    matches: sorted.map((word) => `«${word}»`),
    others: [],
  };
}
