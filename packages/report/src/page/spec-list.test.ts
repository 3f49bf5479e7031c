import { expect, test } from 'vitest';
import type { IndexEntry } from '../html/report-index.js';
import { filtered, type SpecFilter } from './spec-list.js';

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
