import { bytesText, counted } from '@hostspec/host-kit';
import { expect, test } from 'vitest';
import { oneLine, printable, secondsText } from './text.js';
import { columns, fitted, widthOf, wrapWide } from './width.js';
import { wrap } from './wrap.js';

test('shows control characters as escapes', () => {
  expect(printable('a\x1b[2Jb\r\nc\u202e\ud800')).toBe('a\\x1b[2Jb\\x0d\\nc\\u202e\\ud800');
  expect(printable('grüße 日本')).toBe('grüße 日本');
});

test('puts a text on one line and cuts it', () => {
  expect(oneLine(' a\n  b\tc ', 20)).toBe('a b c');
  expect(oneLine('abcdef', 4)).toBe('abc…');
});

test('formats sizes, times and counts', () => {
  expect([0, 1023, 1024, 1536, 150 * 1024, 3 * 1024 ** 3].map(bytesText)).toEqual([
    '0 B',
    '1023 B',
    '1.0 KiB',
    '1.5 KiB',
    '150 KiB',
    '3.0 GiB',
  ]);
  expect([0.123, 1.26, 12.3, 185].map(secondsText)).toEqual(['0.12 s', '1.3 s', '12 s', '3 min 5 s']);
  expect([counted(1, 'spec'), counted(2, 'spec'), counted(0, 'entry', 'entries')]).toEqual([
    '1 spec',
    '2 specs',
    '0 entries',
  ]);
});

test('keeps a percent sign beside its number', () => {
  expect(wrap('the fullest at 0.8 %, of 9', 20)).toEqual(['the fullest at', '0.8 %, of 9']);
});

test('aligns columns and breaks lines at spaces', () => {
  expect(
    columns([
      ['a', 'bb', 'c'],
      ['aaa', 'b', ''],
    ]),
  ).toEqual(['a    bb  c', 'aaa  b']);
  expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
});

test('counts the columns of wide characters, emojis and combining marks', () => {
  expect(['abc', '日本', 'e\u0301', '👍🏽', 'ｱ'].map(widthOf)).toEqual([3, 4, 1, 2, 1]);
  expect(
    columns([
      ['日本', 'x'],
      ['cafe\u0301', 'x'],
    ]),
  ).toEqual(['日本  x', 'cafe\u0301  x']);
  expect(wrapWide('日本 語 abc', 7)).toEqual(['日本 語', 'abc']);
  expect([fitted('日本語', 6), fitted('日本語', 5), fitted('cafe\u0301s', 5)]).toEqual([
    '日本語',
    '日本…',
    'cafe\u0301s',
  ]);
  expect([fitted('abc', Number.POSITIVE_INFINITY), fitted('abcd', 3), fitted('x👍🏽y', 3)]).toEqual([
    'abc',
    'ab…',
    'x…',
  ]);
});
