import { expect, test } from 'vitest';
import { type PatternTree, parsePattern } from './pattern-tree.js';

const byte = (source: string): PatternTree => ({ kind: 'byte', source });
const edge = (source: string): PatternTree => ({ kind: 'edge', source });
const sequence = (...items: readonly PatternTree[]): PatternTree => ({ kind: 'sequence', items });
const choice = (...items: readonly PatternTree[]): PatternTree => ({ kind: 'choice', items });
const capture = (item: PatternTree): PatternTree => ({ kind: 'capture', item });
const repeat = (item: PatternTree, least: number, most: number): PatternTree => ({
  kind: 'repeat',
  item,
  least,
  most,
});
const around = (kind: 'ahead' | 'behind', item: PatternTree, negative: boolean): PatternTree => ({
  kind,
  item,
  negative,
});
const [a, b] = [byte('a'), byte('b')];
const reference: PatternTree = { kind: 'reference' };
const all = Number.POSITIVE_INFINITY;

test.each<[RegExp | string, PatternTree]>([
  [/(?:)/, sequence(sequence())],
  [/ab/, sequence(a, b)],
  [/a|b|/, choice(sequence(a), sequence(b), sequence())],
  [/(a|b)a/, sequence(capture(choice(sequence(a), sequence(b))), a)],
  [/(?:a)b/, sequence(sequence(a), b)],
  [/(?<name>a)b/, sequence(capture(sequence(a)), b)],
  [/(?=a)(?!b)/, sequence(around('ahead', sequence(a), false), around('ahead', sequence(b), true))],
  [/(?<=a)(?<!b)/, sequence(around('behind', sequence(a), false), around('behind', sequence(b), true))],
  [/((a))b/, sequence(capture(sequence(capture(sequence(a)))), b)],
  [/a*b+a?/, sequence(repeat(a, 0, all), repeat(b, 1, all), repeat(a, 0, 1))],
  [/a{3}b{3,}a{3,12}/, sequence(repeat(a, 3, 3), repeat(b, 3, all), repeat(a, 3, 12))],
  [/a*?b+?a??/, sequence(repeat(a, 0, all), repeat(b, 1, all), repeat(a, 0, 1))],
  [/a{3}?b{0,12}?a/, sequence(repeat(a, 3, 3), repeat(b, 0, 12), a)],
  [/a{x}/, sequence(a, byte('{'), byte('x'), byte('}'))],
  [/a{,3}/, sequence(a, byte('{'), byte(','), byte('3'), byte('}'))],
  [/(a){2}(?:b)?/, sequence(repeat(capture(sequence(a)), 2, 2), repeat(sequence(b), 0, 1))],
  [/[ab]a/, sequence(byte('[ab]'), a)],
  [/[^\]b]a/, sequence(byte('[^\\]b]'), a)],
  [/[\\]a]/, sequence(byte('[\\\\]'), a, byte(']'))],
  [/[)|(]{2}/, sequence(repeat(byte('[)|(]'), 2, 2))],
  [/^a$/, sequence(edge('^'), a, edge('$'))],
  [/\ba\B/, sequence(edge('\\b'), a, edge('\\B'))],
  [/\x41\u0041\cA\n\./, sequence(byte('\\x41'), byte('\\u0041'), byte('\\cA'), byte('\\n'), byte('\\.'))],
  ['\\x4g', sequence(byte('\\x'), byte('4'), byte('g'))],
  [/\d\w\0/, sequence(byte('\\d'), byte('\\w'), byte('\\0'))],
  [/(a)\1/, sequence(capture(sequence(a)), reference)],
  ['(a)\\9b', sequence(capture(sequence(a)), reference, b)],
  [/(?<name>a)\k<name>b/, sequence(capture(sequence(a)), reference, b)],
  ['\\01', sequence(reference, byte('1'))],
  [/\((?:\)|\|)/, sequence(byte('\\('), choice(sequence(byte('\\)')), sequence(byte('\\|'))))],
  [/./, sequence(byte('.'))],
])('%s is parsed', (pattern, tree) => {
  expect(parsePattern(new RegExp(pattern))).toEqual(tree);
});
