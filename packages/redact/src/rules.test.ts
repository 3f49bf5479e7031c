import { expect, test } from 'vitest';
import { allRules, checkRules, type Rule } from './index.js';

const good: Rule = {
  id: 'badge',
  keywords: ['badge '],
  pattern: /badge (\d{6})/,
  matches: ['badge «123456»'],
  others: ['badge 12'],
};

test('all rules are in form, and their examples hold', () => {
  expect(() => checkRules(allRules)).not.toThrow();
  expect(() => checkRules([good])).not.toThrow();
});

const refused: [string, Partial<Rule>, RegExp][] = [
  ['a nested quantifier', { pattern: /badge ((?:\d{1,3}){1,3})/ }, /^badge: .*nested quantifier/],
  ['a nested quantifier in a lookbehind', { pattern: /(?<=(?:a{1,2}b?){1,9})badge (\d{6})/ }, /nested/],
  ['no limit', { pattern: /badge (\d+)/ }, /looks Infinity characters ahead/],
  ['a wide pattern', { pattern: /badge (\d{5000})/ }, /looks 5006 characters ahead; at most 4096/],
  ['a wide lookbehind', { pattern: /(?<=x{600})badge (\d{6})/ }, /600 characters back; at most 512/],
  ['a back reference', { pattern: /badge (\d)\1/ }, /looks Infinity/],
  ['an example that does not match', { matches: ['badge «12»'] }, /example 1 of matches is not masked/],
  ['an example that is masked', { others: ['badge 123456'] }, /example 1 of others is masked/],
  ['an example without marks', { matches: ['badge 123456'] }, /marks no secret/],
  ['no examples', { matches: [], others: [] }, /at least one example/],
  ['a short keyword', { keywords: ['ba'] }, /a keyword is "ba"; allowed: 3 to 64/],
  ['no keyword', { keywords: [] }, /no keyword/],
  ['a bad id', { id: 'Badge 1' }, /^Badge 1: the id is "Badge 1"; allowed/],
  ['a bad class', { rest: ']' }, /rest is "]"/],
];

test.each(refused)('a rule with %s is refused with its name', (_, change, message) => {
  expect(() => checkRules([{ ...good, ...change }])).toThrow(message);
});

test('two rules of one id are refused', () => {
  expect(() => checkRules([good, good])).toThrow('badge: another rule has this id');
});

test.each(allRules.map((rule) => [rule.id, rule] as const))(
  'every example of %s that does not match has a keyword, so that its pattern decides',
  (_, { keywords, others }) => {
    const words = keywords.map((each) => each.toLowerCase());
    for (const text of others)
      expect([text, words.some((each) => text.toLowerCase().includes(each))]).toEqual([text, true]);
  },
);
