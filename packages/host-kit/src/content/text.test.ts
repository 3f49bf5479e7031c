import { describe, expect, test } from 'vitest';
import { addMasked, atMost, expressionProblem, jsonShown, shown } from './text.js';

test.each([
  [[], []],
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [
    ['a', 'b', 'c', 'd'],
    ['a', 'b', 'and 2 more'],
  ],
])('%j', (texts, shown) => {
  expect(atMost(texts, 2)).toEqual(shown);
});

test.each([
  ['"', '"\\""'],
  ['12345', '"12345"'],
  ['123456', '"1234…"'],
  [[1, 2], '[1,2]'],
  [[1, 2, 3], '[1,2…'],
  [undefined, 'miss…'],
])('%j is shown as JSON, with both quotes', (value, text) => {
  expect(jsonShown(value, 5)).toBe(text);
});

describe('text of a stranger', () => {
  test('that has at most as many characters as it may have is whole', () => {
    expect(shown('12345', 5)).toBe('12345');
    expect(shown('123456', 5)).toBe('1234…');
  });

  test.each([
    ['a line feed', 'a\nb', 'a\\u000ab'],
    ['an escape', '\x1b[2J', '\\u001b[2J'],
    ['a control character of C1', 'a\x9bb', 'a\\u009bb'],
    ['a text that runs backwards', 'a\u202eb', 'a\\u202eb'],
    ['a separator of lines and one of paragraphs', '\u2028\u2029', '\\u2028\\u2029'],
    ['half of a pair', 'a\ud800b', 'a\\ud800b'],
    ['a tag that nobody sees', '\u{e0041}', '\\ue0041'],
    ['other characters of any script', 'ß 漢 😀', 'ß 漢 😀'],
  ])('is shown with %s as an escape or as it is', (_, text, expected) => {
    expect(shown(text, 100)).toBe(expected);
  });
});

test.each([
  [{ error: 'missing closing )', input: '(' }, 'missing closing )'],
  [
    { error: 'trailing backslash at end of expression', input: null },
    'trailing backslash at end of expression',
  ],
  [{ error: 'invalid escape sequence', input: '\\1' }, '\\1 is not possible'],
])('%j in plain words, with what is allowed', (error, words) => {
  expect(expressionProblem(error)).toMatch(/^cannot be used: .*; allowed: RE2, without /);
  expect(expressionProblem(error)).toContain(`: ${words};`);
});

test('counts are added by rule', () => {
  const sum = { password: 2 };
  expect(addMasked(sum, { password: 3, token: 1 })).toBe(sum);
  expect(sum).toEqual({ password: 5, token: 1 });
});

test('a rule may be named like a property of every object', () => {
  expect(addMasked(addMasked({}, { constructor: 1 }), { constructor: 2 })).toEqual({ constructor: 3 });
});
