import { expect, test } from 'vitest';
import { lineCounter } from './line-counter.js';

const bytes = Buffer.from('a\nb\nc\nd');

test('positions have the lines that they are in, from 1', () => {
  const { lineAt } = lineCounter();
  expect([0, 1, 2, 3, 4, 6].map((at) => lineAt(bytes, at))).toEqual([1, 1, 2, 2, 3, 4]);
});

test('no line end counts twice if an earlier position is asked for meanwhile', () => {
  const { lineAt } = lineCounter();
  expect(lineAt(bytes, 4)).toBe(3);
  lineAt(bytes, 1);
  expect(lineAt(bytes, 6)).toBe(4);
});

test('lines count on in the next piece of a stream', () => {
  const { lineAt, shift } = lineCounter();
  expect(lineAt(bytes, 6)).toBe(4);
  shift(6);
  expect(lineAt(Buffer.from('d\ne\n'), 2)).toBe(5);
});
