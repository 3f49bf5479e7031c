import { expect, test } from 'vitest';
import { randomNumbers } from '../../../../tools/test/seed.js';
import { behindOf, createGraph } from './pattern-graph.js';
import { parsePattern } from './pattern-tree.js';
import { createAutomaton, placeAfter, rulesAhead, rulesBehind } from './prefilter.js';
import { windowBehind } from './rule.js';

const numbersIn = (bits: number): number[] =>
  [...Array(31).keys()].filter((bit) => ((bits >>> bit) & 1) === 1);

/** The patterns that may match from a position on, and the steps it took to find out. */
function ahead(...patterns: readonly RegExp[]) {
  const graph = createGraph();
  const starts = patterns.map((each, rule) => graph.add(parsePattern(each), !each.flags.includes('i'), rule));
  const automaton = createAutomaton(graph, starts);
  return (text: string, more: { start?: number; keywordEnd?: number; end?: number } = {}) => {
    const { start = 0, end = text.length } = more;
    const { keywordEnd = start + 3 } = more;
    const work = { steps: 0 };
    const bytes = Buffer.from(text, 'latin1');
    const found = numbersIn(rulesAhead(automaton, bytes, start, keywordEnd, end, work));
    return { found, steps: work.steps };
  };
}

/** The same for lookbehinds. */
function behind(...patterns: readonly RegExp[]) {
  const graph = createGraph();
  const starts = patterns.map((each, rule) =>
    graph.addBackwards(behindOf(parsePattern(each)) ?? { kind: 'sequence', items: [] }, true, rule),
  );
  const automaton = createAutomaton(graph, starts);
  return (text: string, start = text.length, wanted = 2 ** patterns.length - 1, most = windowBehind) => {
    const work = { steps: 0 };
    const found = numbersIn(rulesBehind(automaton, Buffer.from(text, 'latin1'), start, most, wanted, work));
    return { found, steps: work.steps };
  };
}

test('only patterns that may match from a position on remain', () => {
  const may = ahead(/key=a/, /key:/, /KEY=b/i, /key.{0,3}x/, /k(?:ey|it)/);
  for (let round = 0; round < 2; round++) {
    expect(may('key=a').found).toEqual([0, 3, 4]);
    expect(may('key:').found).toEqual([1, 3, 4]);
    expect(may('Key=B').found).toEqual([2]);
    expect(may('kit').found).toEqual([4]);
    expect(may('key=yyyx').found).toEqual([4]);
    expect(may('ke').found).toEqual([0, 1, 2, 3, 4]);
    expect(may('').found).toEqual([0, 1, 2, 3, 4]);
    expect(may('no').found).toEqual([]);
  }
});

test('the place after a keyword saves its steps and changes no result', () => {
  const graph = createGraph();
  const patterns = [/key=a/, /key/, /k(ey)/, /key(=a{13}b|=a{20}b)/, /kex/, /KEY=/, /k[a-z]{2}:/i];
  const starts = patterns.map((each, rule) => graph.add(parsePattern(each), !each.flags.includes('i'), rule));
  const automaton = createAutomaton(graph, starts);
  for (const [word, steps] of [
    ['key', 3],
    ['kez', 0],
  ] as const) {
    const place = placeAfter(automaton, Buffer.from(word));
    for (const rest of ['', '=', '=a', ':', '=aaaaaaaaaaaaab', '=aaaaaaaaaaaaac', `=${'a'.repeat(20)}b`]) {
      const [plain, short] = [{ steps: 0 }, { steps: 0 }];
      const bytes = Buffer.from(word + rest);
      const look = (work: { steps: number }, from?: typeof place) =>
        rulesAhead(automaton, bytes, 0, 3, bytes.length, work, from);
      expect(numbersIn(look(short, place))).toEqual(numbersIn(look(plain)));
      if (steps > 0) expect(short.steps).toBe(plain.steps - steps);
    }
  }
});

test('the bytes before a position and after an end are not looked at', () => {
  const may = ahead(/key=a/, /key/);
  expect(may('xxkey=a', { start: 2 })).toEqual({ found: [0, 1], steps: 5 });
  expect(may('xxkey=b', { start: 2 })).toEqual({ found: [1], steps: 4 });
  expect(may('xxkey=b', { start: 2, end: 6 })).toEqual({ found: [0, 1], steps: 4 });
});

test('fourteen bytes from the start of a secret decide, or from the end of the keyword', () => {
  const a = (count: number) => 'a'.repeat(count);
  const may = ahead(/key(a{16}b)/, /(key=a{15}b)/, /key(=)/);
  expect(may(`key${a(13)}c`, { keywordEnd: 3 })).toEqual({ found: [], steps: 16 });
  expect(may(`key${a(14)}c`, { keywordEnd: 3 })).toEqual({ found: [0], steps: 17 });
  expect(may(`key=${a(13)}c`, { keywordEnd: 4 })).toEqual({ found: [2], steps: 17 });
  expect(may(`key=${a(14)}c`, { keywordEnd: 4 })).toEqual({ found: [1, 2], steps: 18 });
  const late = ahead(/key {10}(a{16}b)/);
  expect(late(`key${' '.repeat(10)}${a(12)}c`)).toEqual({ found: [], steps: 25 });
  expect(late(`key${' '.repeat(10)}${a(14)}c`).found).toEqual([0]);
});

test('a secret that starts later is looked at as long', () => {
  const may = ahead(/key(?:| {10})(a{16}b)/);
  expect(may(`key${' '.repeat(10)}aaac`).found).toEqual([]);
});

test('96 bytes after a position decide', () => {
  const may = ahead(/key.{93}x/);
  const most = `key${'.'.repeat(93)}`;
  expect(may(`${most}y`)).toEqual({ found: [0], steps: 96 });
  expect(may(`${most.slice(1)}y`)).toEqual({ found: [], steps: 0 });
  expect(may(`${most.slice(0, 50)}\ny`)).toEqual({ found: [], steps: 50 });
});

test('lookbehinds decide, up to the start of a line or of the content', () => {
  const may = behind(/(?<=^)x/, /(?<=^a{0,3})x/, /(?<=b)x/, /(?<!b)x/, /x/, /(?:(?<=c)x|(?<=d)y)/);
  for (let round = 0; round < 2; round++) {
    expect(may('').found).toEqual([0, 1, 3, 4]);
    expect(may('b\n').found).toEqual([0, 1, 3, 4]);
    expect(may('b\raa').found).toEqual([1, 3, 4]);
    expect(may('aaa').found).toEqual([1, 3, 4]);
    expect(may('aaaa').found).toEqual([3, 4]);
    expect(may('b').found).toEqual([2, 3, 4]);
    expect(may('-c').found).toEqual([3, 4, 5]);
    expect(may('-d---', 2).found).toEqual([3, 4, 5]);
    expect(may('b', 1, 0b010_100).found).toEqual([2, 4]);
    expect(may('aaaa', 4, 0b000_011).found).toEqual([]);
  }
});

test('no more bytes are read once all rules are decided', () => {
  const may = behind(/(?<=b)x/, /(?<=bb)x/);
  expect(may('...bb', 5, 0b011)).toEqual({ found: [0, 1], steps: 3 });
  expect(may('...b', 4, 0b001)).toEqual({ found: [0], steps: 2 });
  expect(may('....', 4, 0b011)).toEqual({ found: [], steps: 1 });
  expect(behind(/(?<=b)x/, /(?<=^.{0,900})x/)('....b', 5, 0b01)).toEqual({ found: [0], steps: 2 });
});

test('bytes that only unwanted rules need are not read', () => {
  const may = behind(/(?<=b)x/, /(?<=^.{0,300})x/);
  expect(may('.'.repeat(200), 200, 0b01)).toEqual({ found: [], steps: 2 });
  expect(may('.'.repeat(200), 200, 0b11).steps).toBeGreaterThan(200);
});

test('bytes beyond the lookbehinds are not read, and rules are rejected', () => {
  const may = behind(/(?<=^\w{0,200})x/);
  const line = 'a'.repeat(300);
  expect(may(line, 300, 0b1, 201)).toEqual({ found: [], steps: 202 });
  expect(may(`\n${line.slice(0, 200)}`, 201, 0b1, 201).found).toEqual([0]);
});

test('looking back ends at the limit of patterns, and rejects nothing beyond it', () => {
  const may = behind(/(?<=^.{0,900})x/, /(?<=b.{0,900})x/);
  for (const more of [1, 10]) expect(may('.'.repeat(windowBehind + more)).found).toEqual([0, 1]);
  expect(may('.'.repeat(windowBehind - 10)).found).toEqual([0]);
  expect(may(`\n${'.'.repeat(windowBehind - 10)}`).found).toEqual([0]);
});

test('patterns with too many states to tell apart are not rejected', () => {
  const random = randomNumbers();
  const patterns = [/k[ab]{0,40}a[ab]{14}c/, /k[ab]{0,40}b[ab]{13}a[ab]{2}c/, /k[ab]{0,200}d/];
  const may = ahead(...patterns);
  const back = behind(/(?<=c[ab]{14}a[ab]{0,40})x/, /(?<=d)x/);
  let matched = 0;
  for (let round = 0; round < 600; round++) {
    const middle = Array.from({ length: 15 + random(40) }, () => 'ab'[random(2)]).join('');
    const text = `k${middle}c`;
    const matching = patterns.flatMap((each, rule) => (each.test(text) ? [rule] : []));
    expect(may(text).found).toEqual(expect.arrayContaining(matching));
    matched += matching.length;
    if (/^[ab]{14}a/.test(middle)) expect(back(`c${middle}`).found).toContain(0);
    expect(back(`${middle}d`).found).toEqual([1]);
  }
  expect(matched).toBeGreaterThan(100);
});
