import { describe, expect, test } from 'vitest';
import { patternLimits, patternWork } from './pattern-limits.js';

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

const work = (pattern: RegExp): number => patternWork(pattern);

test.each<[RegExp, number]>([
  // Each part is tried once, and so is the end of each group and of the pattern.
  [/abc/, 4],
  [/(a)bc/, 5],
  [/^ab$/, 5],
  [/a{3}/, 4],
  [/a{2,9}b/, 11],
  // If the next part can start with what is repeated, each length is tried.
  [/a{2,9}a/, 9 + 8 * 2],
  [/[ab]{0,9}b/, 9 + 10 * 2],
  [/[ab]{0,9}c?b/, 9 + 10 * 3],
  [/[ab]{0,9}c/, 9 + 2],
  [/[ab]{0,9}(?=b)/, 9 + 10 * 3],
  [/[ab]{0,9}(?!b)/, 9 + 3],
  // If a part can be empty, the one after it counts, too.
  [/a?b?a/, 1 + 2 * (1 + 2)],
])('a matcher looks at most at as many characters for %s: %i', (pattern, most) => {
  expect(work(pattern)).toBe(most);
});

test('alternatives add up if they can start with the same character', () => {
  expect(work(/(?:ab|cd)/)).toBeLessThan(work(/(?:ab|ad)/));
  expect(work(/(?:ab|Ab)/)).toBeLessThan(work(/(?:ab|Ab)/i));
  expect(work(/(?:[ab]|[cd])x{0,9}[xy]/)).toBeLessThan(work(/(?:[ab]|[bc])x{0,9}[xy]/));
  expect(work(/(?:a|b?)b{0,9}c/)).toBeGreaterThan(work(/(?:a|b)b{0,9}c/));
});

test('the ways of neighbours multiply, those of parts that differ in how they start do not', () => {
  const [one, two, three] = [/\w{1,99}!/, /\w{1,99}\w{1,99}!/, /\w{1,99}\w{1,99}\w{1,99}!/].map(work) as [
    number,
    number,
    number,
  ];
  expect(two / one).toBeGreaterThan(50);
  expect(three / two).toBeGreaterThan(50);
  expect(work(/a{1,99}b{1,99}c{1,99}!/)).toBeLessThan(400);
  expect(work(/(?:a|a){20}/)).toBeGreaterThan(1_000_000);
  expect(work(/(?:a|b){20}/)).toBeLessThan(100);
});

test('lookbehinds are counted backwards', () => {
  expect(work(/(?<=xa{0,99}a)b/)).toBeLessThan(work(/(?<=aa{0,99}x)b/));
  expect(work(/(?=aa{0,99}x)a/)).toBeLessThan(work(/(?=xa{0,99}a)x/));
});

test('a back reference has no limit, and repetitions have that of the window', () => {
  expect(work(/(a)\1/)).toBe(Number.POSITIVE_INFINITY);
  expect(work(/a*b/)).toBe(work(/a{0,4096}b/));
  expect(work(/a*b/)).toBe(work(/a{0,9999}b/));
  expect(work(/a*b/)).toBeGreaterThan(work(/a{0,4095}b/));
  expect(work(/a{9999}a/)).toBe(4096 + 2);
});
