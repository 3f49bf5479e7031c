import { expect, test } from 'vitest';
import { compare, median } from './statistics.mjs';
import { table, targets } from './text.mjs';

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
  const runner = (ratio, peak) => ({ wall: { median: ratio, ratio }, peak: { median: peak } });
  const scenarios = {
    b: { files: 100, runners: { hostspec: runner(5, 70e6), 'insights-core': runner(20, 60e6) } },
  };
  expect(targets({ scenarios: {}, micro: {} })).toEqual([]);
  expect(targets({ scenarios, micro: {} })).toEqual([
    { what: '(b) of the floor', wanted: '≤ 4.5×', measured: '5.00×', met: false },
    { what: '(b) as fast as insights-core', wanted: '≥ 3×', measured: '4.00×', met: true },
    { what: 'peak memory of all but (i)', wanted: '≤ 80 MB', measured: '70.00 MB', met: true },
  ]);
  const fleets = { '10x3': { changes: 1.5, added: 60 }, '20x3': { unchanged: 97.994 } };
  expect(targets({ scenarios: {}, micro: {}, fleets })).toEqual([
    { what: 'fleet 10x3: changes since yesterday', wanted: '≤ 1 s', measured: '1.50 s', met: false },
    { what: 'fleet 10x3: archives added for a second', wanted: '≥ 60', measured: '60.00', met: true },
    { what: 'fleet 20x3: unchanged bytes', wanted: '≥ 98 %', measured: '97.99 %', met: false },
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
