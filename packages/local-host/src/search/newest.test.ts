import { expect, test, vi } from 'vitest';
import { keepNewest } from './newest.js';

const timesOf = (ages: Readonly<Record<string, number>>) =>
  vi.fn(async (names: readonly string[]) => names.map((name) => ages[name]));

test('of more items than the limit, the newest remain, and those of unknown age are the oldest', async () => {
  const times = timesOf({ a: 3, b: 1, c: 4, d: 2 });
  const newest = keepNewest(2, times);
  for (const name of ['a', 'unknown', 'b']) newest.add(name);
  await newest.cut();
  expect([...newest.kept()].sort()).toEqual(['a', 'b']);
  for (const name of ['c', 'd']) newest.add(name);
  await newest.cut();
  expect([...newest.kept()].sort()).toEqual(['a', 'c']);
  expect(newest.added()).toBe(5);
  // Each age is asked for once.
  expect(times.mock.calls).toEqual([[['a', 'unknown', 'b']], [['c', 'd']]]);
});

test('as many as the limit all remain, and nobody asks for their age', async () => {
  const times = timesOf({});
  const newest = keepNewest(2, times);
  newest.add('a');
  newest.add('b');
  await newest.cut();
  expect(newest.kept()).toEqual(['a', 'b']);
  expect(times).not.toHaveBeenCalled();
});

test('it is full at twice the limit, counting those that remained', async () => {
  const newest = keepNewest(2, timesOf({}));
  const full: boolean[] = [];
  for (const name of ['a', 'b', 'c', 'd']) {
    newest.add(name);
    full.push(newest.full());
  }
  expect(full).toEqual([false, false, false, true]);
  await newest.cut();
  expect(newest.full()).toBe(false);
  newest.add('e');
  newest.add('f');
  expect(newest.full()).toBe(true);
});
