import { expect, test } from 'vitest';
import { atMost } from './at-most.js';

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
