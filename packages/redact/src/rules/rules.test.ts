import { expect, test } from 'vitest';
import { allRules, checkRules, type Rule } from '../index.js';

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
  ['a class that ends early', { rest: ']x' }, /rest is "]x"/],
  ['a class that does not end', { rest: 'x\\' }, /rest is "x/],
  ['an empty class', { rest: '' }, /rest is ""/],
  ['a range that is reversed', { rest: 'z-a' }, /rest is "z-a"/],
  ['a long id', { id: 'b'.repeat(41) }, /the id is "b{41}"; allowed: 1 to 40/],
  ['no id', { id: '' }, /the id is ""; allowed/],
  ['a long keyword', { keywords: ['b'.repeat(65)] }, /a keyword is "b{65}"; allowed: 3 to 64/],
  ['a keyword of other letters', { keywords: ['bädge'] }, /a keyword is "bädge"/],
  ['no example that matches', { matches: [] }, /^badge: it needs at least one example that matches/],
  ['no example that does not', { others: [] }, /^badge: it needs at least one example that matches/],
  ['a mask that is too short', { matches: ['badge «123»456'] }, /example 1 of matches is not masked exactly/],
  ['a mask that is too long', { matches: ['badge «123456 7»'] }, /is not masked exactly/],
  ['a second bad example', { matches: ['badge «123456»', 'badge «1»'] }, /example 2 of matches is not/],
  [
    'a second example that matches',
    { others: ['badge 12', 'badge 123456'] },
    /example 2 of others is masked/,
  ],
  ['too many ways', { pattern: /badge (\w{1,300}\w{1,300}\w{1,300}!)/ }, /too many ways/],
  [
    'a price above the usual one',
    { pattern: /badge [\w ]{0,60}[\w ]{0,60}[\w ]{0,9}(?=!)(\d{6})/ },
    /^badge: the pattern looks at more than 4000 characters at one of its keywords, repeated; begin with/,
  ],
  [
    'no group',
    { pattern: /badge \d{6}/ },
    /^badge: the pattern has no capture group; put the secret into one$/,
  ],
];

test.each(refused)('a rule with %s is refused with its name', (_, change, message) => {
  expect(() => checkRules([{ ...good, ...change }])).toThrow(message);
});

test('all problems are listed, each with its rule; examples only if the form is right', () => {
  const bad: Rule = { ...good, id: 'B', keywords: [], others: [] };
  const late: Rule = { ...good, id: 'late', others: [] };
  expect(() => checkRules([bad, good, late])).toThrow(
    /^B: the id is "B"; .*\nB: it has no keyword; .*\nlate: it needs at least one example .*$/,
  );
});

test('the limits themselves are allowed', () => {
  const id = 'b'.repeat(40);
  const keyword = `~${'b'.repeat(62)}!`;
  const long: Rule = {
    id,
    keywords: [keyword, '\0 ~'],
    pattern: new RegExp(`(?<=x{512})${keyword}(a{1,4032})`),
    rest: '\\]a-z',
    matches: [`${'x'.repeat(512)}${keyword}«${'a'.repeat(9000)}»`],
    others: [`${'x'.repeat(511)}${keyword}a`],
  };
  expect(() => checkRules([long])).not.toThrow();
  expect(() => checkRules([{ ...long, pattern: new RegExp(`${keyword}(a{1,4033})`) }])).toThrow(
    'the pattern looks 4097 characters ahead; at most 4096: limit its quantifiers',
  );
  expect(() => checkRules([{ ...long, pattern: new RegExp(`(?<=x{513})${keyword}(a)`) }])).toThrow(
    'the pattern looks 513 characters back; at most 512: limit its quantifiers',
  );
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
