import { expect, test } from 'vitest';
import { defined } from './objects.js';

test('only undefined is left out, and the order stays', () => {
  expect(Object.entries(defined({ z: 0, b: undefined, a: null, c: '' }))).toEqual([
    ['z', 0],
    ['a', null],
    ['c', ''],
  ]);
});
