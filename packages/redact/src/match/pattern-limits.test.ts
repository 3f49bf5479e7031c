import { describe, expect, test } from 'vitest';
import { patternLimits } from './pattern-limits.js';

const unlimited = Number.POSITIVE_INFINITY;

test.each<[RegExp, number, number]>([
  [/abc/, 3, 0],
  [/a{2,5}b/, 6, 0],
  [/a+/, unlimited, 0],
  [/a|bcd/, 3, 0],
  [/bcd|a/, 3, 0],
  [/a(?=bcd)/, 4, 0],
  [/(?=bcd)a/, 3, 0],
  [/(?:a(?=bcd)){3}/, 6, 0],
  [/(?<=abc)d/, 1, 3],
  [/(?<!a{1,9})d|(?<=a)e/, 1, 9],
  [/a\b/, 2, 1],
  [/^a/, 1, 1],
  [/(a)\1/, unlimited, 0],
])('%s looks %d characters ahead and %d behind', (pattern, ahead, behind) => {
  expect(patternLimits(pattern)).toMatchObject({ ahead, behind, nested: false });
});

describe('a repetition in a repeated group', () => {
  test.each([
    /(?:a+)+/,
    /(?:a{1,3}){2}/,
    /(?:a?b)*/,
    /(?:b|a+){1,5}/,
    /(?:a+|b){1,5}/,
    /(?:ab+){1,5}/,
    /(?:a+b){1,5}/,
    /x(?:(?:a+)+|b)/,
    /(?:b|(?:a+)+)x/,
    /(?=(a+)+)x/,
    /(?<=(?:a{1,2}){3})x/,
  ])('is found in %s', (pattern) => {
    expect(patternLimits(pattern).nested).toBe(true);
  });

  test.each([/(?:a+)?/, /(?:ab){2,3}/, /(?:a{2}){3}/, /a+b+/, /(?:a+|b)c/])('is not in %s', (pattern) => {
    expect(patternLimits(pattern).nested).toBe(false);
  });
});
