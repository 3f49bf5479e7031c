import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gapAfter } from './column-gap.js';

const gap = (text: string, more: number, at = 0) => gapAfter(Buffer.from(text, 'latin1'), at, more);

test('two or more spaces after a word become as many as keep its column', () => {
  expect(gap('word     x', 2)).toEqual({ start: 4, end: 9, text: '   ' });
  expect(gap('word     x', 3)).toEqual({ start: 4, end: 9, text: '  ' });
  expect(gap('word     x', -2)).toEqual({ start: 4, end: 9, text: '       ' });
  expect(gap('a word   x', 1, 4)).toEqual({ start: 6, end: 9, text: '  ' });
  expect(gap('a   x', 1, 1)).toEqual({ start: 1, end: 4, text: '  ' });
});

test('a gap without room for that gets a tab, and one with a tab grows', () => {
  expect(gap('word     x', 4)).toEqual({ start: 4, end: 9, text: '     \t' });
  expect(gap('word  x', 1)).toEqual({ start: 4, end: 6, text: '  \t' });
  expect(gap('word  \tx', 1)).toEqual({ start: 4, end: 7, text: '   \t' });
  expect(gap('word  \tx', -1)).toEqual({ start: 4, end: 7, text: '  ' });
});

test('other white space is no column', () => {
  for (const text of [
    'word x',
    'word\t\tx',
    'word \tx',
    'word  \t\tx',
    'word  \t x',
    'word\n  x',
    'word ',
    '',
  ])
    expect([text, gap(text, 2)]).toEqual([text, undefined]);
});

test('a word goes on for 40 bytes, and a gap for 63', () => {
  expect(gap(`${'x'.repeat(40)}   y`, 1)).toEqual({ start: 40, end: 43, text: '  ' });
  expect(gap(`${'x'.repeat(41)}   y`, 1)).toBeUndefined();
  expect(gap(`x${' '.repeat(63)}y`, 4)).toEqual({ start: 1, end: 64, text: ' '.repeat(59) });
  expect(gap(`x${' '.repeat(64)}y`, 4)).toBeUndefined();
});

test('every gap comes back, however much a word grows or shrinks', () => {
  const white = fc
    .tuple(fc.nat({ max: 70 }), fc.constantFrom('', '\t', '\t\t', '\t ', '\n'))
    .map(([spaces, more]) => `${' '.repeat(spaces)}${more}`);
  fc.assert(
    fc.property(white, fc.integer({ min: -120, max: 120 }), (between, more) => {
      const changed = (text: string, by: number): string => {
        const found = gap(text, by);
        return found === undefined
          ? text
          : `${text.slice(0, found.start)}${found.text}${text.slice(found.end)}`;
      };
      expect(changed(changed(`a${between}b`, more), -more)).toBe(`a${between}b`);
    }),
    { numRuns: 2000 },
  );
});
