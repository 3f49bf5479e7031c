import { existsSync, readFileSync } from 'node:fs';
import { fakeHost } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { bootWindow } from './log-times.js';
import { stampReader } from './stamps.js';
import { momentOf, utc, type Zone, zoneOf } from './zone.js';

describe('boots', () => {
  const option = (name: string): string => `--${name}`;
  const ids = ['a', 'b', 'c'].map((digit) => digit.repeat(32));
  const old = [
    ` -1 ${ids[0]} Thu 2026-11-19 08:00:01 UTC—Fri 2026-11-20 09:00:02 UTC`,
    `  0 ${ids[1]} Fri 2026-11-20 09:01:00 UTC—Fri 2026-11-20 10:00:00 UTC`,
  ].join('\n');
  const recent = [
    'IDX BOOT ID                          FIRST ENTRY                 LAST ENTRY',
    ` -1 ${ids[0]} Thu 2026-11-19 08:00:01 UTC Fri 2026-11-20 09:00:02 UTC`,
    `  0 ${ids[1]} Fri 2026-11-20 09:01:00 UTC Fri 2026-11-20 10:00:00 UTC`,
  ].join('\n');

  const hostWith = (boots: string, files = {}) => ({
    ...fakeHost({ files, commands: { '/usr/bin/journalctl -q --no-pager --list-boots': `${boots}\n` } }),
    executes: true,
  });

  test.each([old, recent])('a boot is a window, by number or id', async (boots) => {
    const window = {
      since: Date.UTC(2026, 10, 19, 8, 0, 1),
      until: Date.UTC(2026, 10, 20, 9, 0, 2) + 999,
    };
    expect(await bootWindow(hostWith(boots), '-1', option)).toEqual({ ...window, asked: '--boot -1' });
    expect(await bootWindow(hostWith(boots), `${ids[0]}`, option)).toMatchObject(window);
  });

  test('the current boot has no end, and is known without a journal', async () => {
    const stat = { '/proc/stat': 'cpu 1\nbtime 1795160000\n' };
    const current = { since: 1_795_160_000_000, asked: '--boot 0' };
    expect(await bootWindow(hostWith(old, stat), '0', option)).toEqual(current);
    expect(await bootWindow(hostWith('', stat), '0', option)).toEqual(current);
    expect(await bootWindow(hostWith(old), '0', option)).toEqual({
      since: Date.UTC(2026, 10, 20, 9, 1),
      asked: '--boot 0',
    });
  });

  test('an unknown boot is an error that says which are known', async () => {
    await expect(bootWindow(hostWith(old), '-7', option)).rejects.toThrow(
      '--boot -7 is not a boot that the host knows: its journal has -1, 0; give a window by --since and --until instead',
    );
    const many = Array.from({ length: 9 }, (_, index) => old.split('\n')[0]?.replace('-1', `${index - 8}`));
    await expect(bootWindow(hostWith(many.join('\n')), `${ids[2]}`, option)).rejects.toThrow(
      'its journal has 9 boots, from -8 to 0;',
    );
    await expect(bootWindow(hostWith('hello'), '-1', option)).rejects.toThrow('its journal names no boot');
    await expect(bootWindow(fakeHost(), '0', option)).rejects.toThrow(
      'its journal is not read, because it is not the running machine;',
    );
  });
});

describe('stamps', () => {
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
});

describe('zones', () => {
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
});
