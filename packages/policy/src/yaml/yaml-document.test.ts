import { describe, expect, test } from 'vitest';
import { LineCounter } from 'yaml';
import { parseYaml, yamlLimits } from './yaml-document.js';

const parse = (text: string): unknown => {
  const lines = new LineCounter();
  const document = parseYaml(text, lines, (offset, problem) => {
    const { line, col } = lines.linePos(offset);
    return new Error(`${line}:${col}: ${problem}`);
  });
  return document.toJS({ maxAliasCount: -1 });
};

describe('rejects a text over a limit before it takes time and memory', () => {
  const { tokens, depth, aliases } = yamlLimits;
  test.each([
    ['tokens', `a: [${'1,'.repeat(tokens)}]`, /^1:\d+: the file has more than 500000 YAML tokens/],
    ['brackets', '['.repeat(2_000_000), /^1:\d+: is nested more than 100 levels deep$/],
    ['braces', '{'.repeat(2_000_000), /nested more than/],
    ['lists in one line', '- '.repeat(2_000_000), /nested more than/],
    ['keys in one line', '? '.repeat(2_000_000), /nested more than/],
    [
      'indented mappings',
      Array.from({ length: 1000 }, (_, i) => `${' '.repeat(i)}a:\n`).join(''),
      /^\d+:\d+: is nested/,
    ],
    ['directives', '%A\n'.repeat(1_000_000), /^\d+:1: the file has more than 10 directives/],
    ['errors', ']'.repeat(4_000_000), /^1:1: Unexpected flow-seq-end token/],
    [
      'aliases',
      `a: &a 1\nb: [${'*a,'.repeat(aliases)}]`,
      /^2:\d+: the file has more than 1000 anchors and aliases/,
    ],
    [
      'long texts by aliases',
      `a: &a ${'x'.repeat(100_000)}\nb: [${'*a,'.repeat(100)}]`,
      /has more than 8388608/,
    ],
    ['documents', 'a: 1\n---\nb: 2\n', /^2:1: is a second YAML document; allowed: one$/],
    ['a circle', 'a: &a [1, *a]\n', /^1:11: alias \*a is inside its own anchor &a$/],
    ['an anchor that comes later', 'a: *b\nb: &b 1\n', /^1:4: alias \*b has no anchor &b before it$/],
    ['ordered mappings', 'a: !!omap [b: 1]\n', /^1:4: Unresolved tag/],
  ])('%s', (_, text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  test('accepts texts within the limits', () => {
    expect(parse(`${'['.repeat(depth - 2)}${']'.repeat(depth - 2)}`)).toBeInstanceOf(Array);
    expect(Object.keys(parse('a: &a {b: &b c}\nd: [*a, *b, *a]\ne: *a\n') as object)).toEqual([
      'a',
      'd',
      'e',
    ]);
    expect(parse('a: &x 1\nb: *x\nc: &x 2\nd: *x\n')).toEqual({ a: 1, b: 1, c: 2, d: 2 });
  });
});

describe('reports a duplicate key in a mapping of any size', () => {
  const many = Array.from({ length: 20_000 }, (_, index) => `k${index}`);
  test.each([
    [
      'a block',
      `${many.map((key) => `${key}: 1\n`).join('')}k7: 1\n`,
      /^20001:1: "k7" is there twice; allowed: each key once$/,
    ],
    [
      'braces',
      `a: {${many.map((key) => `${key}: 1`).join(', ')}, "k7": 1}`,
      /^1:\d{6}: "k\d+" is there twice; allowed: each key once$/,
    ],
    ['a list', '- {a: 1}\n- {a: 1, a: 2}\n', /^2:10: "a" is there twice; /],
    ['another kind of quotes', `"a": 1\n'a': 2\n`, /^2:1: "a" is there twice; /],
  ])('%s', (_, text, message) => {
    expect(() => parse(text)).toThrow(message);
  });
});
