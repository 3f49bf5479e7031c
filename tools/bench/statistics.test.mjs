import { expect, test } from 'vitest';
import { compare, median } from './statistics.mjs';
import { table, targetLines } from './text.mjs';

test('the value in the middle', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
});

test('ratios are of the same round', () => {
  const run = (runner, round, wall, status = 0) => ({ runner, round, wall, status });
  const runs = [
    ...[run('floor', 0, 1), run('own', 0, 3), run('floor', 1, 10), run('own', 1, 20)],
    ...[run('floor', 2, 2), run('own', 2, 8, 1)],
  ];
  expect(compare(runs, 'floor', ['wall'])).toEqual({
    floor: { failed: 0, wall: { median: 2, ratio: 1, spread: [1, 1] } },
    own: { failed: 1, wall: { median: 8, ratio: 3, spread: [2, 4] } },
  });
});

test('targets are shown only for measured values', () => {
  const runner = (ratio, peak) => ({ wall: { ratio }, cpu: { ratio: ratio / 2 }, peak: { median: peak } });
  const runners = { hostspec: runner(5, 70e6) };
  const own = ['wanted ≤ 4.5 times the floor: 5.00, not met', 'wanted ≤ 80 MB of memory: 70.00'];
  expect(targetLines('b', runners)).toEqual(own);
  expect(targetLines('b', { ...runners, 'insights-core': runner(20, 60e6) })).toEqual([
    own[0],
    'wanted ≥ 3 times as fast as insights-core: 4.00',
    'wanted ≥ 2 times as fast as insights-core, in processor time: 4.00',
    own[1],
  ]);
});

test('tables are aligned', () => {
  expect(
    table([
      ['a', 'bb'],
      ['ccc', 'd'],
    ]),
  ).toBe('a    bb\nccc   d');
});
