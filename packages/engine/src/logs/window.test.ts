import { expect, test } from 'vitest';
import { checkWindow, windowOf } from './window.js';
import type { Zone } from './zone.js';

const now = Date.UTC(2026, 10, 23, 23, 30);
const berlin: Zone = () => 3_600_000;
const option = (name: string): string => `--${name}`;

const windowText = (since?: string, until?: string): string => {
  const { since: first, until: last } = windowOf(
    { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) },
    now,
    berlin,
    option,
  );
  const text = (moment?: number): string => (moment === undefined ? '' : new Date(moment).toISOString());
  return `${text(first)}/${text(last)}`;
};

test.each([
  ['-3h', undefined, '2026-11-23T20:30:00.000Z/'],
  ['-2d', '-90m', '2026-11-21T23:30:00.000Z/2026-11-23T22:00:00.000Z'],
  ['-1w', undefined, '2026-11-16T23:30:00.000Z/'],
  // It is tomorrow already on the host.
  ['today', undefined, '2026-11-23T23:00:00.000Z/'],
  ['yesterday', 'today', '2026-11-22T23:00:00.000Z/2026-11-23T23:00:00.000Z'],
  ['2026-11-20', '2026-11-20 14:00', '2026-11-19T23:00:00.000Z/2026-11-20T13:00:00.000Z'],
  [undefined, '2026-11-20T14:00:05', '/2026-11-20T13:00:05.000Z'],
  ['2024-02-29', undefined, '2024-02-28T23:00:00.000Z/'],
])('since %s until %s is a window in the time of the host', (since, until, text) => {
  expect(windowText(since, until)).toBe(text);
});

test.each([
  ['2026-02-30', '--since "2026-02-30" does not exist; allowed: a date such as 2026-11-20, '],
  ['2025-02-29', ' does not exist; '],
  ['2026-13-01', ' does not exist; '],
  ['2026-11-20 24:00', ' does not exist; '],
  ['2026-11-20 12:60', ' does not exist; '],
  ['3h', '--since "3h" is not allowed; allowed: '],
  ['-3', '--since "-3" is not allowed; allowed: '],
  ['-0h', '--since "-0h" is not allowed; allowed: '],
  ['-3constructor', '; allowed: '],
  ['tomorrow', '; allowed: '],
  ['', '--since "" is not allowed; allowed: '],
  ['-9999999d', '; allowed: '],
])('since %j is an error in one sentence', (since, text) => {
  expect(() => windowOf({ since }, now, berlin, option)).toThrow(text);
  expect(() => checkWindow({ since }, option)).toThrow(text);
});

test.each([
  [{ since: '-1h', until: '-2h' }, true],
  [{ since: '2026-11-20', until: '2026-11-19' }, true],
  // These need the host's clock.
  [{ since: '-1h', until: 'yesterday' }, false],
  [{ since: '2026-12-01', until: '-1h' }, false],
])('the window %j ends before it begins', (window, isKnown) => {
  const text = `the window --since ${window.since} --until ${window.until} ends before it begins`;
  expect(() => windowOf(window, now, berlin, option)).toThrow(text);
  if (isKnown) expect(() => checkWindow(window, option)).toThrow(text);
  else checkWindow(window, option);
});

test('a window that begins after the time of the host is refused', () => {
  // Half an hour after midnight on the host.
  expect(() => windowOf({ since: '2026-11-24 00:30:01' }, now, berlin, option)).toThrow(
    '--since "2026-11-24 00:30:01" is later than the time of the host, 2026-11-24 00:30:00',
  );
  expect(windowText('2026-11-24 00:30', '2027-01-01')).toBe(
    '2026-11-23T23:30:00.000Z/2026-12-31T23:00:00.000Z',
  );
});

test('a boot is a number, back from the current one, or an id', () => {
  for (const boot of ['0', '-1', '-12', 'eb7d2f5d1b7a4b6f8f0d9e1c2b3a4f5e']) checkWindow({ boot }, option);
  for (const boot of ['1', '', 'eb7d', '-', 'last'])
    expect(() => checkWindow({ boot }, option)).toThrow(
      `--boot "${boot}" is not allowed; allowed: 0 for the current boot`,
    );
  expect(() => checkWindow({ boot: '0', since: '-1h' }, option)).toThrow(
    '--boot cannot be combined with --since and --until',
  );
});
