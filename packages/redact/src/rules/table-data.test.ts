import { expect, test } from 'vitest';
import { lowerPattern } from '../match/lower-pattern.js';
import type { ValueTest } from '../match/rule.js';
import { tableData, tablesOf } from './table-data.js';
import * as tables from './tables.js';

/** A row as plain data, without what it allows and the fields that it does not have, and with expressions as `lowerPattern` makes them. */
const plain = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).flatMap(([field, value]) =>
      value === undefined || field === 'allowed'
        ? []
        : [[field, value instanceof RegExp ? expressionOf(value) : value]],
    ),
  );

const expressionOf = (value: RegExp): string => `${value.flags}/${lowerPattern(value)}`;

const loaded = tablesOf(tableData(tables));

test('rules without their examples, and columns, are the same after they were data', () => {
  const withoutExamples = tables.allRules.map((rule) => plain({ ...rule, matches: [], others: [] }));
  expect(loaded.allRules.map(plain)).toEqual(withoutExamples);
  expect(loaded.secretColumns.map(plain)).toEqual(tables.secretColumns.map(plain));
  expect({ ...loaded, allRules: 0, secretColumns: 0 }).toEqual({ ...tables, allRules: 0, secretColumns: 0 });
});

test('rows allow the same values after they were data', () => {
  const examples = tables.allRules.flatMap(({ matches, others }) => [...matches, ...others]);
  const values = [...new Set(examples.flatMap((text) => [text, ...text.split(/[«»]|[\s"'=:]+/)]))];
  const both = [
    ...tables.allRules.map(({ allowed }, at) => [allowed, loaded.allRules[at]?.allowed] as const),
    ...tables.secretColumns.map(({ allowed }, at) => [allowed, loaded.secretColumns[at]?.allowed] as const),
  ];
  for (const [before, after] of new Map(both)) {
    const allows = (test: ValueTest | undefined) => values.filter((value) => test?.test(value));
    expect(allows(after)).toEqual(allows(before));
  }
});

test('no expression is compiled before it is used, and rows with the same one share it', () => {
  const [first, second] = [/a/i, /a/i];
  const rule = { keywords: ['key'], matches: [], others: [] };
  const json = tableData({
    allRules: [
      { ...rule, id: 'a', pattern: first, allowed: first },
      { ...rule, id: 'b', pattern: second },
    ],
    secretColumns: [],
    keywordProbes: [],
  });
  expect(JSON.parse(json).expressions).toEqual([['a', 'i']]);
  const wrong = json.replace('["a","i"]', '["(","i"]');
  const { allRules } = tablesOf(wrong);
  expect(() => allRules[0]?.pattern).toThrow(SyntaxError);
  const [a, b] = tablesOf(json).allRules;
  expect(a?.pattern).toBe(b?.pattern);
  expect([a?.allowed?.test('A'), a?.allowed?.test('b'), b?.allowed]).toEqual([true, false, undefined]);
});
