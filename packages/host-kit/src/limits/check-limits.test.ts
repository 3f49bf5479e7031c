import { maxSeconds } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { checkLimits } from './check-limits.js';

test.each([
  {},
  { jobs: undefined },
  { jobs: 1, maxItemBytes: 1, maxBytes: 1.5 },
  { timeout: 0.1, maxTime: maxSeconds },
])('%j is allowed', (limits) => {
  expect(() => checkLimits(limits)).not.toThrow();
});

const seconds = `seconds, more than 0 and at most ${maxSeconds}`;
const bytes = 'bytes, 1 or more';
const count = 'a whole number, 1 or more';

test.each([
  ['jobs', 0, count],
  ['jobs', 1.5, count],
  ['jobs', null, count],
  ['timeout', 0, seconds],
  ['timeout', maxSeconds + 1, seconds],
  ['maxTime', Number.NaN, seconds],
  ['maxItemBytes', 0.5, bytes],
  ['maxBytes', -1, bytes],
  ['maxBytes', true, bytes],
])('%s %s is refused with what is allowed', (name, value, allowed) => {
  expect(() => checkLimits({ [name]: value })).toThrow(
    expect.objectContaining({
      code: 'INVALID_OPTION',
      message: `${name} ${value} is not allowed; allowed: ${allowed}`,
      subject: name,
      value,
    }),
  );
});

test('a text is refused in quotes, even if it looks like a number', () => {
  expect(() => checkLimits({ jobs: '4' })).toThrow(`jobs "4" is not allowed; allowed: ${count}`);
});

test('every limit is checked, not only the first', () => {
  expect(() => checkLimits({ jobs: 1, timeout: 1, maxBytes: 0 })).toThrow('maxBytes 0 is not allowed');
});
