import { expect, test } from 'vitest';
import { stampReader } from './stamps.js';
import type { Zone } from './zone.js';

const berlin: Zone = () => 3_600_000;
const at = (line: string, modified = Date.UTC(2026, 10, 23)): string | undefined => {
  const moment = stampReader(berlin, modified)(line);
  return moment === undefined ? undefined : new Date(moment).toISOString();
};

test.each([
  ['Nov 20 14:00:01 web sshd[1]: x', '2026-11-20T13:00:01.000Z'],
  ['Nov  5 14:00:01 web cron[1]: x', '2026-11-05T13:00:01.000Z'],
  ['2026-11-20T14:00:01.123456+02:00 web x', '2026-11-20T12:00:01.123Z'],
  ['2026-11-20T14:00:01Z x', '2026-11-20T14:00:01.000Z'],
  ['2026-11-20T14:00:01+0000 DEBUG', '2026-11-20T14:00:01.000Z'],
  ['2026-11-20 14:00:01,123 fail2ban', '2026-11-20T13:00:01.123Z'],
  ['2026-11-20 14:00:01.123 UTC [42] LOG', '2026-11-20T14:00:01.123Z'],
  ['2026-11-20 14:00:01 status installed', '2026-11-20T13:00:01.000Z'],
  ['[2026-11-20T14:00:01+0100] [ALPM] x', '2026-11-20T13:00:01.000Z'],
  ['[2026/11/20 14:00:01.123456,  0] smbd', '2026-11-20T13:00:01.123Z'],
  ['2026/11/20 14:00:01 [error] nginx', '2026-11-20T13:00:01.000Z'],
  ['[Fri Nov 20 14:00:01.500000 2026] [core:error]', '2026-11-20T13:00:01.500Z'],
  ['(Fri Nov 20 14:00:01 2026) [sssd]', '2026-11-20T13:00:01.000Z'],
  ['Fri Nov 20 14:00:01 2026 vsftpd', '2026-11-20T13:00:01.000Z'],
  ['192.0.2.1 - - [20/Nov/2026:14:00:01 +0000] "GET /"', '2026-11-20T14:00:01.000Z'],
  ['Start-Date: 2026-11-20  14:00:01', '2026-11-20T13:00:01.000Z'],
  ['Log started: 2026-11-20  14:00:01', '2026-11-20T13:00:01.000Z'],
  ['(2026-11-20  9:00:01): [sssd] x', '2026-11-20T08:00:01.000Z'],
  ['2026-11-20  9:00:01 0 [Note] mariadbd: x', '2026-11-20T08:00:01.000Z'],
  ['20-Nov-2026 14:00:01.123 SEVERE [main] org.apache.catalina x', '2026-11-20T13:00:01.123Z'],
  ['[20-Nov-2026 14:00:01] NOTICE: fpm is running', '2026-11-20T13:00:01.000Z'],
  ['812:M 20 Nov 2026 14:00:01.123 * Ready to accept connections', '2026-11-20T13:00:01.123Z'],
  ['  812:20261120:140001.123 agent started', '2026-11-20T13:00:01.123Z'],
  ['2026.11.20 14:00:01.123456 [ 812 ] {} <Error> x', '2026-11-20T13:00:01.123Z'],
  ['INFO  [main] 2026-11-20 14:00:01,123 Gossiper.java:1 - x', '2026-11-20T13:00:01.123Z'],
  ['update-alternatives 2026-11-20 14:00:01: run with --install', '2026-11-20T13:00:01.000Z'],
  ['{"t":{"$date":"2026-11-20T14:00:01.123+00:00"},"s":"I"}', '2026-11-20T14:00:01.123Z'],
  ['{"log.level":"info","@timestamp":"2026-11-20T14:00:01.123Z"}', '2026-11-20T14:00:01.123Z'],
  ['type=AVC msg=audit(1795183201.456:99): x', '2026-11-20T14:00:01.456Z'],
  ['E1120 14:00:01.000000       1 main.go', '2026-11-20T13:00:01.000Z'],
])('the time of %j', (line, time) => {
  expect(at(line)).toBe(time);
});

test.each([
  '',
  '  Nov 20 14:00:01 continued',
  'Traceback (most recent call last):',
  'Nov 20 25:00:01 x',
  '2026-11-20',
  'End-Date: 2026-11-20  14:00:01',
  '\0\0\0\0',
])('%j has no time', (line) => {
  expect(at(line)).toBeUndefined();
});

test('lines without a year go back over New Year', () => {
  const modified = Date.UTC(2027, 0, 3, 6);
  expect(at('Jan  3 05:00:00 x', modified)).toBe('2027-01-03T04:00:00.000Z');
  expect(at('Dec 31 23:59:59 x', modified)).toBe('2026-12-31T22:59:59.000Z');
  // The clock of the host was changed by an hour after the line was written.
  expect(at('Jan  3 08:00:00 x', modified)).toBe('2027-01-03T07:00:00.000Z');
  const newYear = Date.UTC(2026, 11, 31, 23, 30);
  expect(at('Jan  1 00:20:00 x', newYear)).toBe('2026-12-31T23:20:00.000Z');
  expect(at('Dec 31 23:59:00 x', newYear)).toBe('2026-12-31T22:59:00.000Z');
});

test('a form that other lines follow is found again', () => {
  const stampOf = stampReader(berlin, Date.UTC(2026, 10, 23));
  expect(stampOf('2026-11-20T14:00:01Z x')).toBe(Date.UTC(2026, 10, 20, 14, 0, 1));
  expect(stampOf('Nov 20 14:00:01 x')).toBe(Date.UTC(2026, 10, 20, 13, 0, 1));
  expect(stampOf('2026-11-20T14:00:02Z x')).toBe(Date.UTC(2026, 10, 20, 14, 0, 2));
});
