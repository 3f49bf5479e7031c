import { setKeywordHits } from '@hostspec/host-kit';
import type { Keywords } from '@hostspec/spec';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { allRules } from '../index.js';
import { windowOf } from '../stream/content.js';
import { planted } from '../testing/planted.js';
import { ruleOf } from '../testing/rule.js';
import { createBudget } from './budget.js';
import { type Found, type Matcher, matcherOf } from './matcher.js';
import type { Rule } from './rule.js';

/** Tries every pattern at its keywords, without the table and the automata, which could reject too much. */
function everywhere(text: string): string[] {
  const lower = text.toLowerCase();
  return allRules.flatMap(({ keywords, pattern }, rule) => {
    const sticky = new RegExp(pattern.source, `${pattern.flags}y`);
    const starts = new Set<number>();
    for (const keyword of keywords.map((each) => each.toLowerCase()))
      for (let at = lower.indexOf(keyword); at >= 0; at = lower.indexOf(keyword, at + 1)) starts.add(at);
    return [...starts].flatMap((start) => {
      sticky.lastIndex = start;
      return sticky.test(text) ? [`${allRules[rule]?.id} to ${sticky.lastIndex}`] : [];
    });
  });
}

const unfiltered = allRules.map(({ allowed, entropy, notAt, ...rule }) => rule);
const matchers = {
  'the automata': matcherOf(unfiltered, 0),
  'the patterns': matcherOf(unfiltered, Infinity),
};

/** The same secrets as the matcher finds them. The rules here have no `entropy`, `allowed` or `notAt`. */
function foundBy(matcher: Matcher, text: string): string[] {
  const secrets: Found[] = [];
  matcher.find(windowOf(Buffer.from(text, 'latin1'), text.length), 0, text.length, secrets, createBudget());
  return secrets.map(({ rule, end }) => `${allRules[rule]?.id} to ${end}`);
}

const examples = allRules.flatMap(({ matches, others }) => [...matches, ...others]);
const texts = [
  ...examples.map((example) => example.replace(/[«»]/g, '')),
  ...planted.map(({ line }) => line),
];
const pieces = fc.oneof(
  fc.constantFrom(...texts, ...allRules.flatMap(({ keywords }) => keywords)),
  fc.constantFrom(' ', '\n', '=', ': ', '"', "'", '\\', '\0', '<', '>', 'x1', 'root'),
);
const latin1 = (text: string) => Buffer.from(text).toString('latin1');

test.each(Object.entries(matchers))(
  'the table and %s reject nothing that a pattern matches',
  (_, matcher) => {
    for (const text of texts.map(latin1))
      expect(new Set(foundBy(matcher, text)), text).toEqual(new Set(everywhere(text)));
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = latin1(parts.join(''));
        expect(new Set(foundBy(matcher, text))).toEqual(new Set(everywhere(text)));
      }),
      { numRuns: 400 },
    );
  },
);

const threeBytes = (id: number): Rule =>
  ruleOf(`rule-${id}`, 'zzz', new RegExp(`zzz(${id % 10}{${1 + Math.floor(id / 10)}})`));

/** The steps of repeated searches of a text. */
function stepsOf(matcher: Matcher, text: string, times: number): number[] {
  const bytes = Buffer.from(text, 'latin1');
  return Array.from({ length: times }, () =>
    matcher.find(windowOf(bytes, bytes.length), 0, bytes.length, [], createBudget()),
  );
}

test('after some tries, automata spare the rules that do not match', () => {
  const rules = Array.from({ length: 20 }, (_, id) => threeBytes(id));
  const [first = 0, second, third = 0, fourth] = stepsOf(matcherOf(rules, 2), 'a zzzx', 4);
  expect(first).toBeGreaterThanOrEqual(rules.length);
  expect(second).toBe(first);
  expect(third).toBeLessThan(rules.length);
  expect(fourth).toBe(third);
});

test('content shorter than a keyword takes no steps, whatever bytes follow its end', () => {
  const rules = [threeBytes(1)];
  const bytes = Buffer.from('zzz1');
  for (const end of [0, 1, 2]) {
    const found: Found[] = [];
    expect([end, matcherOf(rules).find(windowOf(bytes, end), 0, end, found, createBudget())]).toEqual([
      end,
      0,
    ]);
    expect(found).toEqual([]);
  }
});

test('keywords that the host found are used, and others are not', () => {
  const matcher = matcherOf([ruleOf('one', 'zzz', /zzz(\d)/)]);
  const whole = Buffer.alloc(1000, '-');
  const bytes = whole.subarray(100);
  for (const at of [10, 500, 880]) bytes.write('zzz1', at);
  const foundIn = (from: number, to: number) => {
    const found: Found[] = [];
    matcher.find(windowOf(bytes, bytes.length), from, to, found, createBudget());
    return found.map(({ start }) => start - 3);
  };
  const noted = (keywords: Keywords, ...starts: number[]) =>
    setKeywordHits(whole, {
      keywords,
      hits: new Uint32Array(starts.map((start) => (100 + start) * 2 ** 15)),
    });
  const { keywords } = matcher;
  expect(keywords).toEqual({ words: ['zzz'], offsets: [0] });
  noted(keywords, 10, 500);
  expect([foundIn(0, 800), foundIn(10, 500), foundIn(11, 501), foundIn(501, 800)]).toEqual([
    [10, 500],
    [10],
    [500],
    [],
  ]);
  noted(keywords, 500);
  expect(foundIn(0, 800), 'only what was noted').toEqual([500]);
  expect(foundIn(0, bytes.length), 'the end is searched here').toEqual([10, 500, 880]);
  noted({ ...keywords }, 500);
  expect(foundIn(0, 800), 'keywords of others').toEqual([10, 500]);
  setKeywordHits(whole, undefined);
  expect(foundIn(0, 800)).toEqual([10, 500]);
});

/** A rule with this many alternatives, each with a byte of its own before the keyword and after it. */
const alternatives = (count: number): Rule => {
  const each = Array.from({ length: count }, (_, at) => {
    const byte = `\\x${(64 + at).toString(16)}`;
    return `(?<=${byte}b)zzz(${byte})`;
  });
  return ruleOf(`of-${count}`, 'zzz', new RegExp(each.join('|')));
};

test.each([[[31]], [[30, 1]], [[1, 30]], [[10, 11, 10]]])(
  'alternatives are told apart if there is a bit for each: %j',
  (counts) => {
    const { rules, find } = matcherOf(counts.map(alternatives), 0);
    const tries = rules.map(({ pattern }) => vi.spyOn(pattern, 'exec'));
    const tried = (text: string) => {
      const found: Found[] = [];
      find(windowOf(Buffer.from(text), text.length), 0, text.length, found, createBudget());
      const numbers = tries.flatMap(({ mock }, rule) => mock.calls.map(() => rule));
      for (const each of tries) each.mockClear();
      return { tried: numbers, found: found.map(({ rule }) => rule) };
    };
    const all = (byte: number) => counts.flatMap((count, rule) => (byte < count ? [rule] : []));
    expect(tried('@bzzz@')).toEqual({ tried: all(0), found: all(0) });
    expect(tried('IbzzzI')).toEqual({ tried: all(9), found: all(9) });
    expect(tried('@bzzzA')).toEqual({ tried: [], found: [] });
    expect(tried('IbzzzA')).toEqual({ tried: [], found: [] });
  },
);

test('a secret is found before the rest of its line becomes too costly, even if its keyword is recognized later', () => {
  const early = ruleOf('early', 'the name of a zjqx', /the name of a zjqx (\w{1,9})/);
  const costly = { ...ruleOf('costly', 'name', /name (x)/), steps: 1e9 };
  const found: Found[] = [];
  const text = 'the name of a zjqx secret\n';
  const { find } = matcherOf([early, costly]);
  find(windowOf(Buffer.from(text), text.length), 0, text.length, found, createBudget());
  expect(found.map(({ start, rule }) => [start, rule])).toEqual([
    [19, 0],
    [4, 2],
  ]);
});

test('a rule with more alternatives than bits is found nevertheless', () => {
  const found: Found[] = [];
  const text = '@bzzz@ _bzzz_ AbzzzA @bzzzA';
  matcherOf([alternatives(32), alternatives(2)], 0).find(
    windowOf(Buffer.from(text), text.length),
    0,
    text.length,
    found,
    createBudget(),
  );
  expect(found.map(({ start, rule }) => [start, rule])).toEqual([
    [5, 0],
    [5, 1],
    [12, 0],
    [19, 0],
    [19, 1],
  ]);
});

/** The rules found in a text. */
function rulesIn(matcher: Matcher, text: string): number[] {
  const found: Found[] = [];
  matcher.find(windowOf(Buffer.from(text), text.length), 0, text.length, found, createBudget());
  return found.map(({ rule }) => rule);
}

test.each([0, Infinity])(
  'at a keyword that starts with another one, the rules of both are tried once: %d',
  (tries) => {
    const short = ruleOf('short', 'zzz', /zzzy?y?(1)/);
    const both = { ...ruleOf('both', 'zzz', /zzzy?(1)/), keywords: ['zzzy', 'zzz'] };
    const matcher = matcherOf([ruleOf('long', 'zzzyy', /zzzyy(1)/), short, both], tries);
    expect(rulesIn(matcher, 'zzz1').sort()).toEqual([1, 2]);
    expect(rulesIn(matcher, 'zzzy1').sort()).toEqual([1, 2]);
    expect(rulesIn(matcher, 'zzzyy1').sort()).toEqual([0, 1]);
    expect(rulesIn(matcher, 'zzzyy1 zzz1').sort()).toEqual([0, 1, 1, 2]);
  },
);

test('a rule that looks back a little does so before it looks ahead, and one that looks back far does it after', () => {
  const steps = (behind: string) => {
    const matcher = matcherOf([ruleOf('back', 'zzz', new RegExp(`(?<=@${behind})zzz(a{90})`))], 0);
    return stepsOf(matcher, `-zzz${'a'.repeat(90)}`, 1)[0] as number;
  };
  const scan = stepsOf(
    matcherOf([ruleOf('other', 'qqq', /qqq(a)/)], 0),
    `-zzz${'a'.repeat(90)}`,
    1,
  )[0] as number;
  expect(steps('') - scan).toBeLessThan(10);
  expect(steps('.{0,300}') - scan).toBeGreaterThan(10);
});
