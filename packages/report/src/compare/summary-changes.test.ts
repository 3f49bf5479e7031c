import { expect, test } from 'vitest';
import type { Fact, Summary } from '../summary/summary.js';
import { summaryChanges } from './summary-changes.js';

const summary = (facts: readonly Fact[], more: readonly Fact[] = []): Summary => ({
  archive: '/a',
  kind: 'hostspec',
  problems: { found: [], undecided: [], skipped: [], checked: 0 },
  sections: [
    { name: 'one', title: 'One', facts },
    { name: 'two', title: 'Two', facts: more },
  ],
});

const fact = (label: string, text: string, from = 's'): Fact => ({ label, text, from });

const all = { onlyBefore: [], onlyAfter: [] };

test('equal lines are left out, different ones are side by side', () => {
  const before = summary([fact('a', '1'), fact('b', '1')], [fact('c', 'x')]);
  const after = summary([fact('a', '1'), fact('b', '2')], [fact('d', 'y')]);
  expect(summaryChanges(before, after, all)).toEqual([
    { section: 'One', label: 'b', before: '1', after: '2', from: 's' },
    { section: 'Two', label: 'c', before: 'x', from: 's' },
    { section: 'Two', label: 'd', after: 'y', from: 's' },
  ]);
  expect(summaryChanges(before, before, all)).toEqual([]);
});

test('lines with one label are compared as a set, and those of different specs apart', () => {
  const before = summary([fact('failed', 'a'), fact('failed', 'b'), fact('eno1', 'up', 'ip_addr')]);
  const after = summary([fact('failed', 'b'), fact('failed', 'c'), fact('eno1', '3 errors', 'ip_s_link')]);
  expect(summaryChanges(before, after, all)).toEqual([
    { section: 'One', label: 'failed', before: 'a', after: 'c', from: 's' },
    { section: 'One', label: 'eno1', before: 'up', from: 'ip_addr' },
    { section: 'One', label: 'eno1', after: '3 errors', from: 'ip_s_link' },
  ]);
});

test('a line of one summary is no change if the other run was not asked for its spec, or if it has the same line from another', () => {
  const before = summary([fact('name', 'web01', 'hostname'), fact('disks', '2', 'lsblk'), fact('gone', '1')]);
  const after = summary([fact('name', 'web01', 'manifest'), fact('not known', 'no uptime', 'uptime, w')]);
  expect(summaryChanges(before, after, { onlyBefore: ['lsblk', 'uptime'], onlyAfter: [] })).toEqual([
    { section: 'One', label: 'gone', before: '1', from: 's' },
  ]);
});
