import { describe, expect, test } from 'vitest';
import type { IndexEntry } from '../html/report-index.js';
import { visible, visibleParts } from './dom.js';
import { logStartOf } from './log-time.js';
import { hashOf, type Route, routeOf } from './route.js';
import { filtered, type SpecFilter } from './spec-list.js';

describe('text', () => {
  test.each([
    ['plain\ttext\n', 'plain\ttext\n'],
    ['\u202eevil', '\\u{202e}evil'],
    ['\u200b\u2066x\u2069', '\\u{200b}\\u{2066}x\\u{2069}'],
    ['\x1b[31m\x9b\x7f', '\\x1b[31m\\x9b\\x7f'],
    ['a\ud800b', 'a\\u{d800}b'],
    ['\u{e0041}', '\\u{e0041}'],
    ['é 漢 😀', 'é 漢 😀'],
  ])('%j is shown as %j', (text, shown) => expect(visible(text)).toBe(shown));

  test('escapes are separate parts', () => {
    expect(visibleParts('a\u202eb')).toEqual([
      { text: 'a', escaped: false },
      { text: '\\u{202e}', escaped: true },
      { text: 'b', escaped: false },
    ]);
  });
});

describe('addresses', () => {
  const routes: readonly Route[] = [
    { view: 'summary' },
    { view: 'list' },
    { view: 'search', text: 'a&b=c #/%' },
    { view: 'search', text: 'a', spec: 'b&c' },
    { view: 'time-line', at: 3, gap: 60, text: 'a&b', least: 'error', log: 'var/log/ä' },
    { view: 'time-line', at: undefined, gap: 10, text: '', least: undefined, log: undefined },
    { view: 'spec', spec: 'dmesg', item: 0, line: undefined },
    { view: 'spec', spec: 'var/log/ä & "b"', item: 3, line: 120 },
  ];

  test.each(routes)('the address of %j leads to it', (route) =>
    expect(routeOf(hashOf(route))).toEqual(route),
  );

  test.each(['#nothing', '#spec=', '#search=', '#%', '#&&='])('%s leads to the summary', (hash) =>
    expect(routeOf(hash)).toEqual({ view: 'summary' }),
  );

  test('numbers that are not numbers do not count', () =>
    expect(routeOf('#spec=a&item=-1&line=1e9')).toEqual({
      view: 'spec',
      spec: 'a',
      item: 0,
      line: undefined,
    }));
});

describe('the list of specs', () => {
  const entry = (
    name: string,
    status: IndexEntry['status'],
    bytes: number,
    duration: number,
    domain: string,
  ): IndexEntry => ({
    name,
    status,
    domain,
    duration,
    misses: [],
    items: bytes === 0 ? [] : [{ path: name, source: name, offset: 0, bytes }],
  });

  const entries = [
    entry('uname', 'collected', 100, 0.1, 'kernel'),
    entry('Dmesg', 'truncated', 9000, 2, 'kernel'),
    entry('df', 'failed', 0, 5, 'storage'),
    entry('gone', 'absent', 0, 0, 'storage'),
  ];

  const all: SpecFilter = { text: '', domain: '', outcome: '', minBytes: 0, minSeconds: 0, order: 'catalog' };
  const names = (filter: Partial<SpecFilter>): string[] =>
    filtered(entries, { ...all, ...filter }).map(({ name }) => name);

  test.each<[Partial<SpecFilter>, readonly string[]]>([
    [{}, ['uname', 'Dmesg', 'df', 'gone']],
    [{ text: 'D' }, ['Dmesg', 'df']],
    [{ domain: 'storage' }, ['df', 'gone']],
    [{ outcome: 'notable' }, ['uname', 'Dmesg', 'df']],
    [{ outcome: 'content' }, ['uname', 'Dmesg']],
    [{ outcome: 'problems' }, ['Dmesg', 'df']],
    [{ outcome: 'absent' }, ['gone']],
    [{ minBytes: 1024 }, ['Dmesg']],
    [{ minSeconds: 1 }, ['Dmesg', 'df']],
    [{ order: 'size' }, ['Dmesg', 'uname', 'df', 'gone']],
    [{ order: 'time' }, ['df', 'Dmesg', 'uname', 'gone']],
    [{ order: 'name' }, ['Dmesg', 'df', 'gone', 'uname']],
  ])('%j shows %j', (filter, expected) => expect(names(filter)).toEqual(expected));
});

describe('times in logs', () => {
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
});
