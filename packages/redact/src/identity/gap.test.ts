import { expect, test } from 'vitest';
import { gapAfter, hasSpace } from './gap.js';

const gap = (text: string, more: number, at = 0) => gapAfter(Buffer.from(text, 'latin1'), at, more);

test('two or more spaces after a word become as many as keep its column, at least one', () => {
  expect(gap('word     x', 2)).toEqual({ start: 4, end: 9, spaces: 3 });
  expect(gap('word     x', 4)).toEqual({ start: 4, end: 9, spaces: 1 });
  expect(gap('word     x', 9)).toEqual({ start: 4, end: 9, spaces: 1 });
  expect(gap('word     x', -2)).toEqual({ start: 4, end: 9, spaces: 7 });
  expect(gap('word  x', 1)).toEqual({ start: 4, end: 6, spaces: 1 });
  expect(gap('a word   x', 1, 4)).toEqual({ start: 6, end: 9, spaces: 2 });
  expect(gap('a   x', 1, 1)).toEqual({ start: 1, end: 4, spaces: 2 });
});

test('other white space is no column', () => {
  for (const text of ['word x', 'word\t\tx', 'word \tx', 'word\n  x', 'word\r  x', 'word', 'word ', ''])
    expect([text, gap(text, 2)]).toEqual([text, undefined]);
});

test('a word goes on for 40 bytes, and a gap for 64', () => {
  expect(gap(`${'x'.repeat(39)}  y`, 1)).toEqual({ start: 39, end: 41, spaces: 1 });
  expect(gap(`${'x'.repeat(40)}  y`, 1)).toEqual({ start: 40, end: 42, spaces: 1 });
  expect(gap(`${'x'.repeat(41)}  y`, 1)).toBeUndefined();
  expect(gap(`x${' '.repeat(64)}y`, 4)).toEqual({ start: 1, end: 65, spaces: 60 });
  expect(gap(`x${' '.repeat(90)}y`, 4)).toEqual({ start: 1, end: 65, spaces: 60 });
});

test('spaces and line ends are found in a range, and nowhere else', () => {
  for (const space of [' ', '\t', '\n', '\v', '\f', '\r']) {
    const bytes = Buffer.from(`ab${space}cd`);
    expect([hasSpace(bytes, 0, 5), hasSpace(bytes, 2, 3)]).toEqual([true, true]);
    expect([hasSpace(bytes, 0, 2), hasSpace(bytes, 3, 9), hasSpace(bytes, 2, 2)]).toEqual([
      false,
      false,
      false,
    ]);
  }
  expect(hasSpace(Buffer.from('\x08\x0e\x1f!\xa0', 'latin1'), 0, 5)).toBe(false);
});
