import { describe, expect, test } from 'vitest';
import { firstLine, firstStamp } from './bisect.js';
import { lineHeads } from './line-heads.js';
import { lineWindow } from './line-window.js';
import { newestBytes } from './newest-bytes.js';
import { roomOf } from './room.js';
import { stampReader } from './stamps.js';
import { checkWindow, windowOf } from './window.js';
import { utc, type Zone } from './zone.js';

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

describe('the lines of a window', () => {
  const stampOf = stampReader(utc, Date.UTC(2026, 10, 23));
  const at = (second: number): string => `2026-11-20T14:00:${String(second).padStart(2, '0')}Z`;
  const time = (second: number): number => Date.UTC(2026, 10, 20, 14, 0, second);

  const log = [
    ' a line without a time',
    `${at(1)} one`,
    '  belongs to one',
    `${at(2)} two ${'x'.repeat(500)}`,
    '',
    `${at(3)} three`,
    `${at(4)} four`,
    ' the end of four',
  ]
    .map((line) => `${line}\n`)
    .join('');

  function windowed(content: string, window: { since?: number; until?: number }, pieceBytes: number): string {
    const filter = lineWindow(stampOf, { asked: '', ...window });
    const given: Buffer[] = [];
    const bytes = Buffer.from(content);
    for (let from = 0; from < bytes.length; from += pieceBytes) {
      // A piece is overwritten after it was taken.
      const piece = new Uint8Array(bytes.subarray(from, from + pieceBytes));
      given.push(...filter.push(piece).map((part) => Buffer.from(part)));
      piece.fill(0);
    }
    given.push(...filter.end().map((part) => Buffer.from(part)));
    return Buffer.concat(given).toString();
  }

  test.each([1, 7, 20, 199, 200, 201, 10_000])('lines of a window, in pieces of %i bytes', (pieceBytes) => {
    const lines = (from: number, to?: number) => log.split('\n').slice(from, to).join('\n');
    expect(windowed(log, {}, pieceBytes)).toBe(log);
    expect(windowed(log, { since: time(1) }, pieceBytes)).toBe(log);
    expect(windowed(log, { since: time(2) }, pieceBytes)).toBe(lines(3));
    expect(windowed(log, { since: time(2), until: time(2) }, pieceBytes)).toBe(`${lines(3, 5)}\n`);
    expect(windowed(log, { until: time(1) }, pieceBytes)).toBe(`${lines(0, 3)}\n`);
    expect(windowed(log, { since: time(9) }, pieceBytes)).toBe('');
    expect(windowed(log.trimEnd(), { since: time(4) }, pieceBytes)).toBe(`${at(4)} four\n the end of four`);
    expect(windowed(at(4), { since: time(4) }, pieceBytes)).toBe(at(4));
  });

  test('lines that follow each other are one part', () => {
    const lines = Array.from({ length: 40 }, (_, second) => `${at(second)} line\n`);
    const parts = lineWindow(stampOf, { asked: '', since: time(10), until: time(29) }).push(
      Buffer.from(lines.join('')),
    );
    expect(parts.map(String)).toEqual([lines.slice(10, 30).join('')]);
  });

  test('content without times is passed on, however long it is', () => {
    for (const lines of [1, 10, 50_000]) {
      const content = 'no time here\n'.repeat(lines);
      expect(windowed(content, { since: time(1) }, 1000) === content).toBe(true);
    }
    expect(windowed('', { since: time(1) }, 10)).toBe('');
  });

  test.each([1, 3, 100])('the newest bytes, in pieces of %i', (pieceBytes) => {
    const newest = (content: string, most: number): string => {
      const kept = newestBytes(most);
      for (let from = 0; from < content.length; from += pieceBytes)
        kept.add(Buffer.from(content.slice(from, from + pieceBytes)));
      expect(kept.bytes()).toBe(content.length);
      return Buffer.concat(kept.take()).toString();
    };
    const content = 'one\ntwo\nthree\n';
    expect(newest(content, 14)).toBe(content);
    expect(newest(content, 13)).toBe('two\nthree\n');
    expect(newest(content, 10)).toBe('two\nthree\n');
    expect(newest(content, 6)).toBe('three\n');
    expect(newest('x'.repeat(50), 10)).toBe('x'.repeat(10));
    expect(newest(content, 0)).toBe('');
    expect(newest('', 10)).toBe('');
  });

  test('the newest bytes of a long content take little memory', () => {
    const kept = newestBytes(1000);
    const piece = Buffer.from('a line of twenty by\n'.repeat(5000));
    for (let count = 0; count < 200; count++) kept.add(piece);
    expect(kept.bytes()).toBe(200 * piece.length);
    expect(Buffer.concat(kept.take())).toHaveLength(1000);
  });

  test('a room is shared, and waits for what may come back', async () => {
    const room = roomOf(10);
    expect(await room.take(8)).toBe(8);
    const order: string[] = [];
    const second = room.take(5).then((bytes) => order.push(`second ${bytes}`));
    const third = room.take(1).then((bytes) => order.push(`third ${bytes}`));
    await new Promise(setImmediate);
    expect(order).toEqual([]);
    room.free(5);
    await Promise.all([second, third]);
    expect(order).toEqual(['second 5', 'third 1']);
    room.free(0);
    room.free(0);
    expect(await room.take(9)).toBe(1);
    room.free(0);
    expect(await room.take(9)).toBe(0);
  });
});

describe('the search for its start', () => {
  const begin = Date.UTC(2026, 10, 1);
  const stampOf = stampReader(utc, Date.UTC(2026, 10, 23));

  function logOf(lines: number, more: (line: number) => string = () => ''): Buffer {
    const all: string[] = [];
    for (let line = 0; line < lines; line++)
      all.push(`${new Date(begin + line * 1000).toISOString()} web line ${line}\n${more(line)}`);
    return Buffer.from(all.join(''));
  }

  function counting(content: Uint8Array) {
    const read = { bytes: 0, of: async (from: number, to: number) => part(from, to) };
    const part = (from: number, to: number): Uint8Array => {
      const bytes = content.subarray(from, to);
      read.bytes += bytes.length;
      return bytes;
    };
    return read;
  }

  const found = async (
    content: Uint8Array,
    time: number,
    from = 0,
  ): Promise<{ at: string; bytes: number }> => {
    const read = counting(content);
    const offset = await firstLine(read.of, { from, size: content.length }, stampOf, (each) => each >= time);
    const line =
      Buffer.from(content.subarray(offset, offset + 60))
        .toString()
        .split('\n')[0] ?? '';
    return { at: line.replace(/.* web /, ''), bytes: read.bytes };
  };

  const manyLines = logOf(200_000);

  test.each([0, 1, 2, 999, 50_000, 123_456, 199_999])('the line of second %i is found', async (second) => {
    const { at, bytes } = await found(manyLines, begin + second * 1000 - 500);
    expect(at).toBe(`line ${second}`);
    expect(bytes).toBeLessThan(manyLines.length / 5);
  });

  test('nothing is found after the last line', async () => {
    expect((await found(logOf(10_000), begin + 10_000_000)).at).toBe('');
    expect((await found(Buffer.alloc(0), begin)).at).toBe('');
  });

  test('lines without a time belong to the line before', async () => {
    const content = logOf(5000, (line) => (line % 3 === 0 ? `  at main.c:${line}\n\n`.repeat(50) : ''));
    for (const second of [1, 3, 2998, 4999])
      expect((await found(content, begin + second * 1000)).at).toBe(`line ${second}`);
  });

  test('a line of many megabytes, without an end or in the middle, is no obstacle', async () => {
    const long = logOf(3000, (line) => (line === 1500 ? 'x'.repeat(3_000_000) : ''));
    for (const second of [10, 1499, 1500, 1502, 2990])
      expect((await found(long, begin + second * 1000)).at).toBe(`line ${second === 1501 ? 1502 : second}`);
    const open = Buffer.concat([logOf(100), Buffer.alloc(3_000_000, 0)]);
    expect((await found(open, begin + 99_000)).at).toBe('line 99');
    expect((await found(open, begin + 100_000)).at).toBe('');
  });

  test('a clock that was set back ends the search all the same', async () => {
    const content = Buffer.concat([logOf(20_000), logOf(20_000)]);
    expect((await found(content, begin + 19_999_000)).at).toMatch(/^line 19999$/);
  });

  test('a line on the edge of two chunks is read as a whole', async () => {
    const log = logOf(2000);
    for (let size = 65_500; size < 65_560; size++) {
      const content = Buffer.concat([Buffer.from(`${'x'.repeat(size)}\n`), log]);
      const heads: string[] = [];
      for await (const { head } of lineHeads(counting(content).of, 0, content.length, true)) heads.push(head);
      expect(heads.length).toBe(2001);
      expect(heads.slice(1).every((head) => stampOf(head) !== undefined)).toBe(true);
    }
  });

  test('a format is known by the first lines', async () => {
    const known = (text: string) => firstStamp(counting(Buffer.from(text)).of, text.length, stampOf);
    expect(await known(`${logOf(1)}`)).toBe(0);
    expect(await known(`a banner\n\n${logOf(1)}`)).toBe(10);
    expect(await known('one\ntwo\n')).toBeUndefined();
    expect(await known('')).toBeUndefined();
  });
});
