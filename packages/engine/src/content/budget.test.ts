import { expect, test, vi } from 'vitest';
import { budgetOf } from './budget.js';

test('without a limit an item may have everything', () => {
  const stop = vi.fn();
  const budget = budgetOf(undefined, stop);
  expect([budget.left(), budget.take(1e15), budget.left()]).toEqual([undefined, 1e15, undefined]);
  expect(stop).not.toHaveBeenCalled();
});

test('an item may have what is left, and the run stops when nothing is', () => {
  const stop = vi.fn();
  const budget = budgetOf(10.5, stop);
  expect([budget.left(), budget.take(4), budget.left()]).toEqual([10, 4, 6]);
  expect([budget.take(5), stop.mock.calls.length]).toEqual([5, 0]);
  expect([budget.take(3), budget.take(3)]).toEqual([1, 0]);
  expect(stop).toHaveBeenCalledWith('the 10.5 bytes for the whole run are used up');
  // A reader that may read nothing could not tell an empty file from one that was cut.
  expect(budget.left()).toBe(1);
});

test('a log may have half of what no other log was given, so that the largest are cut first', async () => {
  const budget = budgetOf(100, vi.fn());
  const given = await budget.withShare(20, (one) =>
    budget.withShare(60, (two) => budget.withShare(10, async (three) => [one, two, three])),
  );
  expect(given).toEqual([20, 40, 10]);
  expect(await budget.withShare(1000, async (bytes) => bytes)).toBe(50);
  budget.take(99);
  expect(await budget.withShare(7, async (bytes) => bytes)).toBe(0);
});
