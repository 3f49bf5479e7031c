import { HostspecError } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { redactText, ruleOf } from './index.js';

const good = {
  id: 'badge',
  keywords: ['badge '],
  pattern: 'badge (\\d{6})',
  matches: ['badge «123456»', 'Badge «123456»'],
  others: ['badge 12'],
};

test('plain data becomes a rule that masks', () => {
  const rule = ruleOf({ ...good, entropy: 0.5, allowed: '^000', rest: '\\d' });
  expect(redactText('badge 654321', { rules: [rule] })).toMatch(/^badge __secret_badge_.{8}__$/);
  expect(redactText('badge 000321', { rules: [rule] })).toBe('badge 000321');
});

test('flags are without case and with lines, or as given', () => {
  expect(ruleOf(good).pattern.flags).toBe('im');
  expect(ruleOf({ ...good, flags: '', matches: ['badge «123456»'] }).pattern.flags).toBe('');
  expect(() => ruleOf({ ...good, flags: '' })).toThrow('badge: example 2 of matches is not masked');
});

const refused: [string, unknown, RegExp][] = [
  [
    'no object',
    'badge',
    /^a rule is "badge"; allowed: an object with id, keywords, pattern, matches, others$/,
  ],
  ['a list', [good], /^a rule is a list/],
  ['no id', { ...good, id: undefined }, /^rule without an id: id is missing$/],
  ['an id of another type', { ...good, id: 7 }, /^rule without an id: id is 7; allowed: a string$/],
  ['no pattern', { ...good, pattern: undefined }, /^rule "badge": pattern is missing$/],
  [
    'an unknown field',
    { ...good, keyword: ['x'] },
    /^rule "badge": "keyword" is not a field of a rule; allowed: .*keywords/,
  ],
  [
    'keywords as a string',
    { ...good, keywords: 'badge ' },
    /^rule "badge": keywords is "badge "; allowed: a list/,
  ],
  [
    'a keyword of another type',
    { ...good, keywords: ['badge ', 5] },
    /^rule "badge": keywords has 5 as entry 2/,
  ],
  ['too many examples', { ...good, others: Array(101).fill('x') }, /^rule "badge": others has 101 entries/],
  [
    'a long example',
    { ...good, others: ['x'.repeat(10_001)] },
    /others has 10001 characters in entry 1; at most 10000$/,
  ],
  [
    'an invalid pattern',
    { ...good, pattern: 'badge (' },
    /^rule "badge": pattern is not a regular expression: .*Unterminated/,
  ],
  [
    'a long pattern',
    { ...good, pattern: `badge (${'x'.repeat(2000)})` },
    /pattern has 2008 characters; at most 2000/,
  ],
  ['other flags', { ...good, flags: 'g' }, /^rule "badge": flags is "g"; allowed: i/],
  ['too much entropy', { ...good, entropy: 9 }, /entropy is 9; allowed: a number from 0 to 8/],
  ['entropy that is not a number', { ...good, entropy: '2' }, /entropy is "2"/],
  ['a bad class', { ...good, rest: 'x]' }, /^badge: rest is "x]"/],
  ['no capture group', { ...good, pattern: 'badge \\d{6}' }, /^badge: the pattern has no capture group/],
  ['an octal escape', { ...good, pattern: 'badge (\\07\\d{5})' }, /^badge: the pattern looks Infinity/],
  ['a nested quantifier', { ...good, pattern: 'badge ((?:\\d{1,3}){1,3})' }, /^badge: .*nested quantifier/],
  ['no limit', { ...good, pattern: 'badge (\\d+)' }, /^badge: the pattern looks Infinity/],
  [
    'neighbours that match the same',
    { ...good, pattern: 'badge (\\w{1,300}\\w{1,300}\\w{1,300}!)' },
    /^badge: the pattern can match in too many ways/,
  ],
  [
    'a slow alternative before the secret',
    { ...good, pattern: 'badge (?:\\w{0,60}\\w{0,60}\\w{0,60}=|(\\d{6}))' },
    /^rule "badge": pattern can take long at each keyword; make neighbouring parts differ/,
  ],
  ['alternatives that match the same', { ...good, pattern: 'badge ((?:\\d|\\d){9,60}!)' }, /too many ways/],
  [
    'a slow expression of what is allowed',
    { ...good, allowed: '^.*a.*b.*c' },
    /^rule "badge": allowed can take too long/,
  ],
  ['a nested one', { ...good, allowed: '^(a+)+$' }, /^rule "badge": allowed repeats a group/],
  ['an example that fails', { ...good, others: ['badge 123456'] }, /^badge: example 1 of others is masked/],
];

test.each(refused)(
  'a rule with %s is refused, with the name of the rule and the field',
  (_, data, message) => {
    expect(() => ruleOf(data)).toThrow(message);
    expect(() => ruleOf(data)).toThrow(HostspecError);
  },
);

test('data that refers to itself is refused as well', () => {
  const loop: Record<string, unknown> = { ...good };
  loop.keywords = loop;
  expect(() => ruleOf(loop)).toThrow('rule "badge": keywords is an object');
});
