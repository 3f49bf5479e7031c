import { expect, test } from 'vitest';
import { allRules, secretColumns } from '../rules/tables.js';
import { lowerPattern } from './lower-pattern.js';
import { type PatternTree, parsePattern } from './pattern-tree.js';

const characters = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));

/** The parts of a tree that stand for one character. */
function bytesOf(tree: PatternTree): string[] {
  if (tree.kind === 'byte') return [tree.source];
  if ('items' in tree) return tree.items.flatMap(bytesOf);
  return 'item' in tree ? bytesOf(tree.item) : [];
}

/** The characters for which two expressions differ: one that ignores case, and one for text in lower case. */
const differences = (source: string, lower: string): string[] => {
  const [any, small] = [new RegExp(`^(?:${source})$`, 'is'), new RegExp(`^(?:${lower})$`, 's')];
  return characters.filter((each) => any.test(each) !== small.test(each.toLowerCase()));
};

test('every class and character of the rules and the columns matches what it matched', () => {
  const expressions = [...allRules.map(({ pattern }) => pattern), ...secretColumns.map(({ line }) => line)];
  const pairs = new Map<string, string>();
  for (const expression of expressions.filter(({ ignoreCase }) => ignoreCase)) {
    const [before, after] = [expression.source, lowerPattern(expression)].map((source) =>
      bytesOf(parsePattern(new RegExp(source))),
    ) as [string[], string[]];
    expect(after.length).toBe(before.length);
    for (const [at, source] of before.entries()) pairs.set(source, after[at] as string);
  }
  expect(pairs.size).toBeGreaterThan(100);
  expect([...pairs].filter((pair) => differences(...pair).length > 0)).toEqual([]);
});

test.each([
  'A',
  '\\x41',
  '\\u0041',
  '\\A',
  '\\xC3',
  '[A-Z]',
  '[A-Fa-f]',
  '[^A-C-]',
  '[^-A]',
  '[!-Z]',
  '[+-\\x45]',
  '[\\w-A]',
  '[A-\\d]',
  '[\\]A]',
  '[\\x80-\\xd0]',
  '[\\xc0-\\xff]',
  '\\S',
  '\\W',
  '[\\D]',
  '.',
])('%s matches the same characters in lower case', (source) => {
  const lower = lowerPattern(new RegExp(source, 'i'));
  expect(differences(source, lower)).toEqual([]);
  expect(differences(source, lowerPattern(new RegExp(lower, 'i')))).toEqual([]);
});

test('names of groups, escaped backslashes and what a backslash gives a meaning stay', () => {
  expect(lowerPattern(/(?<Name>A\\B)\B\k<Name>\S\cA/i)).toBe('(?<Name>a\\\\b)\\B\\k<Name>\\S\\cA');
});
