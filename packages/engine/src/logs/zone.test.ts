import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { momentOf, utc, type Zone, zoneOf } from './zone.js';

/** The offset that the ICU data of Node has for a zone. */
function known(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  return (moment) => {
    const text = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(text) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  };
}

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Africa/Casablanca',
];
const far = ['America/Sao_Paulo', 'Pacific/Auckland', 'Asia/Tehran', 'America/St_Johns', 'UTC'];

test.each([...zones, ...far].filter((name) => existsSync(`/usr/share/zoneinfo/${name}`)))(
  'the zone %s is that of the ICU data, in the past and by its rule',
  (name) => {
    const zone = zoneOf(readFileSync(`/usr/share/zoneinfo/${name}`));
    const right = known(name);
    const wrong: string[] = [];
    for (let moment = Date.UTC(1990, 0, 1); moment < Date.UTC(2036, 0, 1); moment += 97 * 3_600_000)
      if (zone(moment) !== right(moment)) wrong.push(new Date(moment).toISOString());
    expect(wrong).toEqual([]);
  },
);

/** A file without changes, so that only the rule decides. */
function ruleOnly(rule: string): Uint8Array {
  const header = Buffer.alloc(44);
  header.write('TZif2');
  header.writeUInt32BE(1, 36);
  header.writeUInt32BE(4, 40);
  const block = Buffer.from('\0\0\0\0\0\0UTC\0', 'latin1');
  return Buffer.concat([header, block, header, block, Buffer.from(`\n${rule}\n`)]);
}

test.each([
  ['CET-1CEST,M3.5.0,M10.5.0/3', 'Europe/Berlin'],
  ['EST5EDT,M3.2.0,M11.1.0', 'America/New_York'],
  ['NZST-12NZDT,M9.5.0,M4.1.0/3', 'Pacific/Auckland'],
  ['<+1030>-10:30<+11>-11,M10.1.0,M4.1.0', 'Australia/Lord_Howe'],
  ['IST-5:30', 'Asia/Kolkata'],
])('the rule %s is that of %s', (rule, name) => {
  const zone = zoneOf(ruleOnly(rule));
  const right = known(name);
  const wrong: string[] = [];
  const hour = 3_600_000;
  const check = (from: number, to: number, step: number): void => {
    for (let moment = from; moment < to; moment += step)
      if (zone(moment) !== right(moment)) wrong.push(new Date(moment).toISOString());
  };
  for (let day = Date.UTC(2020, 0, 1); day < Date.UTC(2026, 0, 1); day += 24 * hour)
    check(day, day + 24 * hour, zone(day) === zone(day + 24 * hour) ? 12 * hour : hour);
  expect(wrong).toEqual([]);
});

test('a local time is a moment, also beside a change of the clocks', () => {
  const berlin = zoneOf(ruleOnly('CET-1CEST,M3.5.0,M10.5.0/3'));
  const at = (...local: [number, number, number, number, number]): string =>
    new Date(momentOf(Date.UTC(...local), berlin)).toISOString();
  expect(at(2026, 6, 1, 12, 0)).toBe('2026-07-01T10:00:00.000Z');
  expect(at(2026, 0, 1, 12, 0)).toBe('2026-01-01T11:00:00.000Z');
  expect(at(2026, 2, 29, 1, 59)).toBe('2026-03-29T00:59:00.000Z');
  expect(at(2026, 2, 29, 3, 0)).toBe('2026-03-29T01:00:00.000Z');
  expect(at(2026, 9, 25, 2, 30)).toBe('2026-10-25T00:30:00.000Z');
  expect(at(2026, 9, 25, 3, 30)).toBe('2026-10-25T02:30:00.000Z');
});

test.each(['', 'TZif', 'TZif2', 'no zone at all', `TZif2${'\xff'.repeat(60)}`])('%j is no zone', (text) => {
  expect(zoneOf(Buffer.from(text, 'latin1'))).toBe(utc);
});
