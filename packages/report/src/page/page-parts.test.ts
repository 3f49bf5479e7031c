import { describe, expect, test } from 'vitest';
import type { IndexEntry } from '../html/report-index.js';
import { visible, visibleParts } from './dom.js';
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
