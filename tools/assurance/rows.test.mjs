import { expect, test } from 'vitest';
import { rowsOf, tableOf } from './rows.mjs';

const result = (file, ...tests) => ({
  name: `/root/${file}`,
  assertionResults: tests.map(([section, title, meta]) => ({
    ancestorTitles: section === '' ? [] : [section],
    title,
    meta,
  })),
});
const others = [
  result('packages/cli/src/c.test.ts', ['x', 'another test'], ['x', 'any text', { assurance: 'Fuzz' }]),
];
const kit = [
  result('tools/assurance/b.test.ts', ['Hangs', 'a FIFO | <is> said'], ['Hangs', 'a mount (needs root)']),
  result('tools/assurance/a.test.ts', ['Hangs', 'in a file before'], ['Bytes', 'all']),
  result('tools/assurance/fuzz.test.ts', ['Fuzz', 'any']),
  result('tools/assurance/rows.test.mjs', ['', 'no promise']),
  result('tools/assurance/part.test.ts', ['', 'no promise either']),
];
const rows = rowsOf('/root', [{ testResults: kit }, { testResults: others }]);

test('the table has the tests of the kit by section, and those of other packages that say theirs', () => {
  const sections = rows.map(({ section }) => section);
  expect([...new Set(sections)]).toEqual(['Hangs', 'Bytes', 'Fuzz']);
  expect(rows).toHaveLength(6);
  expect(rows[0].promise).toBe('in a file before');
  const table = tableOf(rows);
  expect(table).toContain('### Hangs\n\n| Promise | Its test |\n');
  expect(table).toContain('| A FIFO \\| &lt;is> said | [b.test.ts](../../tools/assurance/b.test.ts) |');
  expect(table).toContain('| A mount | [b.test.ts]');
  expect(table).not.toContain('another test');
});

test('an unknown section is an error', () => {
  const odd = result('tools/assurance/c.test.ts', ['Odd', 'x']);
  expect(() => rowsOf('/root', [{ testResults: [...others, odd] }])).toThrow('allowed: Hangs, Processes');
});
