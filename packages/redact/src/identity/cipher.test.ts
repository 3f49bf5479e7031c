import { expect, test } from 'vitest';
import { bitPermutation, memo, permutation, subkey } from './cipher.js';

const key = Buffer.alloc(32, 7);

test('the same key gives the same numbers in all versions, or old archives would not come back', () => {
  const { apply } = bitPermutation(key, 46);
  expect([0n, 1n, 2n ** 46n - 1n].map((each) => apply(each, 'map'))).toEqual([
    17541227078940n,
    28031496257865n,
    18893731380240n,
  ]);
  expect(permutation(key, 26n ** 120n, 26n ** 120n).apply(1n, 'map') % 1_000_000n).toBe(201_115n);
  expect(Buffer.from(subkey(key, 'name')).toString('hex', 0, 8)).toBe('e6a5bfe8f999ecb4');
});

test.each([
  [1n, 1n],
  [2n, 3n],
  [7n, 1n],
  [30n, 40n],
])('the numbers below %i times %i are permuted, and come back', (high, low) => {
  const { apply } = permutation(key, high, low);
  const all = Array.from({ length: Number(high * low) }, (_, each) => BigInt(each));
  const images = all.map((each) => apply(each, 'map'));
  expect(new Set(images).size).toBe(all.length);
  expect(images.every((each) => each >= 0n && each < high * low)).toBe(true);
  expect(images.map((each) => apply(each, 'unmap'))).toEqual(all);
});

test('keys and sizes give different permutations', () => {
  const images = (by: Uint8Array, high: bigint, low: bigint) =>
    Array.from({ length: 20 }, (_, each) => permutation(by, high, low).apply(BigInt(each), 'map')).join();
  const all = [
    images(key, 100n, 100n),
    images(Buffer.alloc(32, 8), 100n, 100n),
    images(key, 100n, 101n),
    images(key, 101n, 100n),
    images(subkey(key, 'a'), 100n, 100n),
    images(subkey(key, 'b'), 100n, 100n),
  ];
  expect(new Set(all).size).toBe(all.length);
});

/** A memo that doubles numbers, and a log of the numbers that it had to compute. */
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

test('results unused for half of the limit are forgotten, others stay', () => {
  const { made, all } = doubles(4);
  all(1, 2, 3, 1, 4);
  expect(made).toEqual([1, 2, 3, 4]);
  expect(all(1, 3, 4)).toEqual([2, 6, 8]);
  expect(made).toEqual([1, 2, 3, 4]);
  expect(all(2)).toEqual([4]);
  expect(made).toEqual([1, 2, 3, 4, 2]);
});
