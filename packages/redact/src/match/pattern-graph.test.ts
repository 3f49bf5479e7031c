import { expect, test } from 'vitest';
import {
  behindOf,
  bytesOf,
  canStartWith,
  createGraph,
  type PatternGraph,
  variantsOf,
} from './pattern-graph.js';
import { type PatternTree, parsePattern } from './pattern-tree.js';

/** True if a text leads from a state to the end of a pattern. Also returns the rules of the states on the way. */
function leads(
  { states }: PatternGraph,
  start: number,
  text: string,
  stop: 'end' | 'secret' = 'end',
): boolean {
  let present = new Set([start]);
  const closed = (from: Set<number>) => {
    for (const each of from)
      if (!states[each]?.bytes) for (const to of states[each]?.to() ?? []) from.add(to);
    return from;
  };
  for (const byte of Buffer.from(text, 'latin1')) {
    const next = new Set<number>();
    for (const each of closed(present))
      if (states[each]?.bytes?.[byte]) for (const to of states[each]?.to() ?? []) next.add(to);
    present = next;
  }
  return [...closed(present)].some((each) => states[each]?.[stop]);
}

/** True if a pattern may match the whole text. */
function may(pattern: RegExp, text: string, backwards = false): boolean {
  const graph = createGraph();
  const tree = parsePattern(pattern);
  const cased = !pattern.flags.includes('i');
  const reversed = [...text].reverse().join('');
  return backwards
    ? leads(graph, graph.addBackwards(tree, cased, 0), reversed)
    : leads(graph, graph.add(tree, cased, 0), text);
}

test.each<[RegExp, string[], string[]]>([
  [/abc/, ['abc'], ['', 'ab', 'abcd', 'cba', 'ABC']],
  [/abc/i, ['abc', 'ABC'], ['ab']],
  [/a|bc|/, ['a', 'bc', ''], ['b', 'abc']],
  [/a(b|c)d/, ['abd', 'acd'], ['ad', 'abcd']],
  [/a*b/, ['b', 'ab', `${'a'.repeat(99)}b`], ['a', 'ba']],
  [/a+b/, ['ab', 'aab'], ['b']],
  [/a?b/, ['b', 'ab'], ['aab']],
  [/a{2,4}b/, ['aab', 'aaaab'], ['ab', 'aaaaab']],
  [/a{16}b/, [`${'a'.repeat(16)}b`], [`${'a'.repeat(15)}b`, `${'a'.repeat(17)}b`]],
  [/a{1,65}b/, ['ab', `${'a'.repeat(65)}b`], ['b', `${'a'.repeat(66)}b`]],
  // Longer repetitions become loops.
  [/a{1,66}b/, ['ab', `${'a'.repeat(67)}b`], ['b']],
  [/a{17}b/, [`${'a'.repeat(16)}b`, `${'a'.repeat(18)}b`], [`${'a'.repeat(15)}b`]],
  [/(?:ab){2}/, ['abab'], ['ab', 'aabb']],
  [/a(?=x)b(?!b)(?<=y)(?<!b)c/, ['abc'], ['axbc']],
  [/\ba\Bb/, ['ab'], ['a b']],
  [/(a)\1c/, ['aac', 'axc'], ['ac', 'aaac']],
  [/[a-c\]][^a-c]/, ['ad', ']d'], ['da', 'aa']],
])('a graph of %s leads through %j and not through %j', (pattern, texts, others) => {
  for (const text of texts)
    expect([text, may(pattern, text), may(pattern, text, true)]).toEqual([text, true, true]);
  for (const text of others)
    expect([text, may(pattern, text), may(pattern, text, true)]).toEqual([text, false, false]);
});

test('the start of a line is a line end backwards, and nothing forwards', () => {
  expect(['a', '\na', '\ra', 'xa'].map((text) => may(/^a/, text, true))).toEqual([false, true, true, false]);
  expect(['a', '\na'].map((text) => may(/^a/, text))).toEqual([true, false]);
  expect(['a', 'a\n'].map((text) => may(/a$/, text, true))).toEqual([true, false]);
});

test('states know their rule, and where its secret starts', () => {
  const graph = createGraph();
  const starts = [/ab(c)/, /a(b)/].map((each, rule) => graph.add(parsePattern(each), true, rule));
  expect(starts.map((start) => leads(graph, start, 'ab', 'secret'))).toEqual([true, false]);
  expect(starts.map((start) => leads(graph, start, 'a', 'secret'))).toEqual([false, true]);
  expect(starts.map((start) => leads(graph, start, 'ab'))).toEqual([false, true]);
  expect(starts.map((start) => graph.states[start]?.rules)).toEqual([1, 2]);
  expect(new Set(graph.states.map(({ rules }) => rules))).toEqual(new Set([1, 2]));
});

test('all sets of bytes are known before any text', () => {
  const { add, sets, states } = createGraph();
  add(parsePattern(/a(?:b|[cd]{2,9})(e)(?=ignored)/), true, 0);
  const texts = [...sets].map((set) => Buffer.from([...set.keys()].filter((byte) => set[byte])).toString());
  expect(texts).toEqual(['a', 'b', 'cd', 'e']);
  expect(states.length).toBeLessThan(9);
});

test('the bytes of a class are those that an expression matches', () => {
  expect([...bytesOf('[a-c]', true).keys()].filter((byte) => bytesOf('[a-c]', true)[byte])).toEqual([
    97, 98, 99,
  ]);
  expect(bytesOf('[a-c]', false)[65]).toBe(1);
  expect(bytesOf('[a-c]', true)[65]).toBe(0);
  expect(bytesOf('.', true)[10]).toBe(0);
});

const sources = (trees: readonly PatternTree[]): string[] => trees.map(sourceOf);
const sourceOf = (tree: PatternTree): string => {
  switch (tree.kind) {
    case 'byte':
    case 'edge':
      return tree.source;
    case 'sequence':
      return tree.items.map(sourceOf).join('');
    case 'choice':
      return `(${tree.items.map(sourceOf).join('|')})`;
    case 'repeat':
      return `${sourceOf(tree.item)}{${tree.least},${tree.most}}`;
    case 'reference':
      return '\\1';
    default:
      return `${tree.kind}(${sourceOf(tree.item)})`;
  }
};

test.each<[RegExp, string[]]>([
  [/abc/, ['abc']],
  [/a|b/, ['a', 'b']],
  [/(?:a|b)c/, ['ac', 'bc']],
  [/(?:a|(?:b|c)d)e/, ['ae', 'bde', 'cde']],
  [/^(?:a|b)c/, ['^ac', '^bc']],
  [/(?<=x)(?!y)(?:a|b)/, ['behind(x)ahead(y)a', 'behind(x)ahead(y)b']],
  [/a(?:b|c)/, ['a(b|c)']],
  [/(?:a)b/, ['ab']],
  [/(a|b)/, ['capture((a|b))']],
  [/(?:a|b)?c/, ['(a|b){0,1}c']],
  [/^/, ['^']],
])('the alternatives that %s starts with are %j', (pattern, wanted) => {
  expect(sources(variantsOf(parsePattern(pattern)))).toEqual(wanted);
});

test.each<[RegExp, string | undefined]>([
  [/(?<=a)b/, 'a'],
  [/(?<!a)b/, undefined],
  [/(?<!a)(?<=c)b/, 'c'],
  [/(?=x)\b(?<=c)b/, 'c'],
  [/^b/, '^'],
  [/\bb/, undefined],
  [/$b/, undefined],
  [/((?<=a)b)/, 'a'],
  [/(?:(?<=a)b|(?<=c)d)/, '(a|c)'],
  [/(?:(?<=a)b|d)/, undefined],
  [/b(?<=a)/, undefined],
  [/(?:(?<=a))?b/, undefined],
  [/(?:b?)(?<=a)/, undefined],
  [/(?:(?<=a))b/, 'a'],
])('what must precede %s is %j', (pattern, wanted) => {
  const behind = behindOf(parsePattern(pattern));
  expect(behind && sourceOf(behind)).toBe(wanted);
});

test.each([
  [/key=(a)/, 'key', true],
  [/k(?:ey|it)=(a)/, 'key', true],
  [/KEY=(a)/, 'key', true],
  [/Key(a)/, 'key', true],
  [/(?<=a)[a-z]{3}(a)/, 'key', true],
  [/key(?!x)/, 'key=', true],
  [/kit(a)/, 'key', false],
  [/key(a)/, 'key=', false],
  [/\dkey(a)/, 'key', false],
])('whether %s can start with a keyword', (pattern, keyword, can) => {
  expect(canStartWith(parsePattern(pattern), !pattern.flags.includes('i'), keyword)).toBe(can);
});
