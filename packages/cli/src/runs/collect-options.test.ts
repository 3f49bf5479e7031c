import { expect, test } from 'vitest';
import { byteLimit, timeLimits } from './collect-options.js';

const none = Number.POSITIVE_INFINITY;

test('a run and its specs have time limits unless someone says otherwise', () => {
  expect(timeLimits({})).toEqual({ maxTime: 900, maxSpecTime: 120 });
  expect(timeLimits({ 'max-time': 5, 'max-spec-time': 3 })).toEqual({ maxTime: 5, maxSpecTime: 3 });
  expect(timeLimits({ 'max-time': none, 'max-spec-time': none })).toEqual({});
});

test('the bytes of a run are limited unless logs are wanted whole', () => {
  expect(byteLimit({})).toEqual({ maxBytes: 250 * 1024 * 1024 });
  expect(byteLimit({ 'full-logs': true })).toEqual({});
  expect(byteLimit({ 'full-logs': true, 'max-bytes': 5 })).toEqual({ maxBytes: 5 });
});
