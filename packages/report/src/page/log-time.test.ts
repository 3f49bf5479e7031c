import { expect, test } from 'vitest';
import { logStartOf } from './log-time.js';

const clock = {
  collected: Date.parse('2024-06-04T08:15:00Z'),
  booted: Date.parse('2024-06-03T08:00:00Z'),
  ahead: 120,
};

test.each([
  ['Jun  4 10:00:00 web01 app[1]: x', '2024-06-04T08:00:00.000Z'],
  ['<30>Jun 14 10:00:00 web01 x', '2023-06-14T08:00:00.000Z'],
  ['Dec 31 23:59:59 web01 x', '2023-12-31T21:59:59.000Z'],
  ['Jun 04 10:00:00.123456 web01 kernel: x', '2024-06-04T08:00:00.123Z'],
  ['2024-06-04T10:00:00.5+02:00 web01 x', '2024-06-04T08:00:00.500Z'],
  ['2024-06-04T10:00:00-0330 x', '2024-06-04T13:30:00.000Z'],
  ['2024-06-04T08:00:00Z x', '2024-06-04T08:00:00.000Z'],
  ['2024-06-04 10:00:00,250 INFO x', '2024-06-04T08:00:00.250Z'],
  ['[2024-06-04 10:00:00] x', '2024-06-04T08:00:00.000Z'],
  ['[Tue Jun  4 10:00:00 2024] x', '2024-06-04T08:00:00.000Z'],
  ['[ 1200.250000] x', '2024-06-03T08:20:00.250Z'],
  ['type=SYSCALL msg=audit(1717488000.123:45): x', '2024-06-04T08:00:00.123Z'],
])('%s', (line, time) =>
  expect(new Date(logStartOf(line, clock)?.time ?? Number.NaN).toISOString()).toBe(time),
);

test.each(['', 'x', ' Jun  4 10:00:00 x', 'Foo  4 10:00:00 x', '[x] 2024', '1717488000 x'])(
  'no time: %j',
  (line) => expect(logStartOf(line, clock)).toBeUndefined(),
);

test('what is not known is not guessed', () => {
  expect(logStartOf('Jun  4 10:00:00 web01 x', { ahead: 0 })).toBeUndefined();
  expect(logStartOf('[ 1200.250000] x', { ahead: 0 })).toBeUndefined();
});

test('at the turn of the year, December is in the year before', () => {
  const collected = Date.parse('2024-01-01T00:10:00Z');
  const time = (line: string): string =>
    new Date(logStartOf(line, { collected, ahead: 0 })?.time ?? 0).toISOString();
  expect(time('Dec 31 23:59:00 h x')).toBe('2023-12-31T23:59:00.000Z');
  expect(time('Jan  1 00:09:00 h x')).toBe('2024-01-01T00:09:00.000Z');
});

test('a clock that is a day ahead of the collection is believed, across years and zones', () => {
  const time = (collected: string, ahead: number, line: string): string =>
    new Date(logStartOf(line, { collected: Date.parse(collected), ahead })?.time ?? 0).toISOString();
  expect(time('2023-12-31T10:00:00Z', 0, 'Jan  1 09:59:59 h x')).toBe('2024-01-01T09:59:59.000Z');
  expect(time('2023-12-31T10:00:00Z', 0, 'Jan  1 10:00:01 h x')).toBe('2023-01-01T10:00:01.000Z');
  expect(time('2023-12-30T23:00:00Z', 120, 'Jan  1 00:30:00 h x')).toBe('2023-12-31T22:30:00.000Z');
  expect(time('2024-01-01T01:00:00Z', -300, 'Dec 31 20:00:00 h x')).toBe('2024-01-01T01:00:00.000Z');
});
