import { expect, test } from 'vitest';
import { createPool } from './pool.js';

test('a buffer that was given back is used again', () => {
  const { take, give } = createPool(16);
  const buffer = take();
  expect(buffer).toHaveLength(16);
  expect(take()).not.toBe(buffer);
  give(buffer);
  expect(take()).toBe(buffer);
});

test('only eight are kept', () => {
  const { take, give } = createPool(1);
  const given = Array.from({ length: 9 }, take);
  for (const buffer of given) give(buffer);
  const taken = Array.from({ length: 9 }, take);
  expect(taken.filter((buffer) => given.includes(buffer))).toHaveLength(8);
});
