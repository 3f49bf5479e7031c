import { expect, test } from 'vitest';
import { allRules, type Rule, secretColumns } from './index.js';
import { countSteps } from './match/count-steps.js';
import { matcherOf } from './match/matcher.js';
import { ownTexts } from './match/own-texts.js';
import { usualSteps, windowAhead, windowBehind } from './match/rule.js';
import { carrySize, createContent, createPool } from './stream/content.js';
import { maskWith } from './stream/mask.js';

/** At 2.5 ns a step, this many leave 5 MB/s. */
const mostStepsPerByte = 80;

const withoutMarks = (example: string): string => example.replace(/[«»]/g, '');

/** Text that makes a pattern try much around a keyword: separators, quotes, backslashes and parts of values. */
const fillers = [
  ' ',
  '=',
  ':',
  '"',
  "'",
  '\\',
  '-',
  'a',
  '0',
  '<',
  '{',
  'a=',
  'a ',
  '\\"',
  ' a',
  '\n',
  ',',
  '/',
];

/** Hostile contents for a rule: its keywords among fillers, and its examples cut in the middle, repeated. */
function hostileTexts(rule: Rule, size: number): { readonly text: string; readonly keyword: string }[] {
  const repeated = (text: string) => text.repeat(Math.ceil(size / text.length)).slice(0, size);
  const among = rule.keywords.flatMap((keyword) =>
    fillers.map((filler) => ({
      text: `${repeated(filler).slice(0, windowBehind)}${keyword}${repeated(filler)}`,
      keyword,
    })),
  );
  const cut = rule.matches.map((example) => {
    const plain = withoutMarks(example);
    const keyword =
      rule.keywords.find((each) => plain.toLowerCase().includes(each.toLowerCase())) ??
      rule.keywords[0] ??
      '';
    return { text: repeated(withoutMarks(example.slice(0, example.indexOf('»') - 1))), keyword };
  });
  return [...among, ...cut];
}

test.each(allRules.map((rule) => [rule.id, rule] as const))(
  'the pattern of %s does a limited number of steps at a keyword',
  (_, rule) => {
    for (const { text, keyword } of hostileTexts(rule, 2 * windowAhead)) {
      const at = text.toLowerCase().indexOf(keyword.toLowerCase(), windowBehind / 2);
      if (at < 0) continue;
      const { steps } = countSteps(rule.pattern, text.slice(0, at + windowAhead), at);
      expect(steps, `${keyword} in ${JSON.stringify(text.slice(at - 8, at + 60))}`).toBeLessThan(
        rule.steps ?? usualSteps,
      );
      // More text beyond the window adds no steps.
      expect(countSteps(rule.pattern, text, at).steps).toBeLessThanOrEqual(steps + 1);
    }
  },
);

test.each(allRules.map((rule) => [rule.id, rule] as const))(
  'a try of %s costs at most its price among its own keywords',
  (_, rule) => {
    for (const { text, at } of ownTexts(rule))
      expect(countSteps(rule.pattern, text, at).steps, text.slice(at, at + 80)).toBeLessThan(
        rule.steps ?? usualSteps,
      );
  },
);

/** All rules, with automata from the first try, so that the number of steps does not depend on what was read before. */
const matcher = matcherOf(allRules, 0);

/** The steps counted in one content after each piece, whose last bytes are not read yet, and at the end. */
function stepsAfter(...pieces: readonly string[]): number[] {
  const totals = { bytes: 0, steps: 0, secrets: new Map<string, number>() };
  const { push, end } = createContent({ matcher, mask: maskWith(), carries: createPool(carrySize), totals });
  const sums = pieces.map((piece) => {
    push(Buffer.from(piece, 'latin1'));
    return totals.steps;
  });
  end();
  return [...sums, totals.steps];
}

test.each(allRules.map((rule) => [rule.id, rule] as const))(
  'more hostile content for %s takes more steps in proportion',
  (_, rule) => {
    // The first half uses up the reserve with which each content starts.
    for (const keyword of rule.keywords) {
      const half = keyword.repeat(Math.ceil(12_000 / keyword.length));
      const [first, second] = stepsAfter(half, half) as [number, number];
      expect((second - first) / half.length, keyword).toBeLessThan(mostStepsPerByte);
    }
    const texts = [
      rule.keywords.join('').repeat(2000).slice(0, 5000),
      ...hostileTexts(rule, 5000)
        .slice(-rule.matches.length)
        .map(({ text }) => text),
    ];
    for (const text of texts) {
      const [one, two, three] = stepsAfter(text, text, text) as [number, number, number];
      expect(three - two, text.slice(0, 60)).toBeLessThan((two - one) * 1.3 + 1000);
    }
  },
);

/** Steps of the search for an expression at all places of a line. */
function lineSteps(line: RegExp, text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum += countSteps(line, text, at).steps;
  return sum;
}

test.each(secretColumns.map(({ doc, paths, line }) => [doc, paths.join(' '), line] as const))(
  'in a line that is twice as long, %s of %s take about twice the steps',
  (_, __, line) => {
    const words = [...new Set(line.source.match(/[A-Za-z_]{4,}/g))].slice(0, 3);
    for (const part of ['a:', ...fillers.slice(0, 6), ...words, ...words.map((word) => `${word} = `)]) {
      const [short, long] = [200, 400].map((size) => lineSteps(line, part.repeat(size).slice(0, size)));
      expect(long, part).toBeLessThan((short as number) * 2.7 + 2000);
    }
  },
);

test('the counter of steps matches as the engine does', () => {
  for (const { pattern, matches, others, keywords } of allRules)
    for (const text of [...matches, ...others].map(withoutMarks))
      for (const keyword of keywords) {
        const at = text.toLowerCase().indexOf(keyword.toLowerCase());
        if (at < 0) continue;
        const sticky = new RegExp(pattern.source, `${pattern.flags}y`);
        sticky.lastIndex = at;
        expect(countSteps(pattern, text, at).matched, `${keyword} in ${text}`).toBe(sticky.test(text));
      }
});
