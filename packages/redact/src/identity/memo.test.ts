import { expect, test } from 'vitest';
import { memo } from './memo.js';

/** A memo of doubled numbers, and the numbers that it did not remember. */
function doubles(limit: number) {
  const made: number[] = [];
  const double = memo(limit, (each: number) => {
    made.push(each);
    return each * 2;
  });
  return { made, all: (...numbers: readonly number[]) => numbers.map((each) => double(each)) };
}

test('a result is made once while it is used', () => {
  const { made, all } = doubles(4);
  expect(all(1, 1, 2, 1, 2)).toEqual([2, 2, 4, 2, 4]);
  expect(made).toEqual([1, 2]);
});

test('what was not used for half of the limit is forgotten, what was used stays', () => {
  const { made, all } = doubles(4);
  all(1, 2, 3, 1, 4);
  expect(made).toEqual([1, 2, 3, 4]);
  expect(all(1, 3, 4)).toEqual([2, 6, 8]);
  expect(made).toEqual([1, 2, 3, 4]);
  expect(all(2)).toEqual([4]);
  expect(made).toEqual([1, 2, 3, 4, 2]);
});
