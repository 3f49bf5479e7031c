import { expect, test } from 'vitest';
import { timeLimits } from './time-limits.js';

const none = Number.POSITIVE_INFINITY;

test('a run and its specs have time limits unless someone says otherwise', () => {
  expect(timeLimits({})).toEqual({ maxTime: 900, maxSpecTime: 120 });
  expect(timeLimits({ 'max-time': 5, 'max-spec-time': 3 })).toEqual({ maxTime: 5, maxSpecTime: 3 });
  expect(timeLimits({ 'max-time': none, 'max-spec-time': none })).toEqual({});
});
