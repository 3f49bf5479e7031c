import { isInMask, isMaskCount } from '../stream/mask.js';
import { keywordTable, longestKeyword, lowerCase, perSlot } from './keyword-table.js';
import { isMask } from './mask-form.js';
import { behindOf, createGraph, variantsOf } from './pattern-graph.js';
import { type PatternTree, parsePattern } from './pattern-tree.js';
import { type Automaton, createAutomaton, rulesAhead, rulesBehind } from './prefilter.js';
import type { Rule } from './rule.js';

/** A secret that a rule found, as positions in the text. */
export interface Found {
  readonly start: number;
  readonly end: number;
  /** Whether it may have reached the limit of the pattern, so that more of it follows. */
  readonly long: boolean;
  /** The number of the rule, in the order of the rules. */
  readonly rule: number;
}

/** A rule ready for use. */
export interface CompiledRule {
  readonly rule: Rule;
  readonly pattern: RegExp;
  readonly rest: Uint8Array | undefined;
  /** The pattern as a tree, made when it is needed first. */
  readonly tree: () => PatternTree;
}

/** Bytes to look at, up to an end, and the same as Latin-1. */
export interface Window {
  readonly bytes: Uint8Array;
  readonly end: number;
  readonly text: () => string;
}

/** Rules compiled together. */
export interface Matcher {
  readonly rules: readonly CompiledRule[];
  /** Adds the secrets of the keywords that start from a position to another, and returns the number of steps that took. */
  readonly find: (window: Window, from: number, to: number, found: Found[]) => number;
}

/** Automata cost as much as this number of tries with the patterns themselves. */
const triesBefore = 64;

/** Compiles rules. It does not check them; `checkRules` does. A group of rules gets its automata after a number of tries. */
export function matcherOf(rules: readonly Rule[], tries = triesBefore): Matcher {
  const compiled = rules.map(compile);
  const keywords = [...new Set(rules.flatMap((rule) => rule.keywords.map(lowerCase)))];
  const groups = groupsOf(keywords, compiled, tries);
  const table = keywordTable(keywords);
  const lengths = keywords.map((word) => word.length);
  const work = { steps: 0 };
  const tryRule = (window: Window, start: number, rule: number, found: Found[]) => {
    work.steps++;
    const secret = secretAt(compiled[rule] as CompiledRule, window.text(), start);
    if (secret !== undefined) found.push({ ...secret, rule });
  };
  const tryKeyword = (window: Window, start: number, keyword: number, found: Found[]) => {
    for (const group of groups[keyword] ?? []) {
      const automata = group.automata();
      if (automata === undefined) {
        for (const rule of group.rules) tryRule(window, start, rule, found);
        continue;
      }
      const { ahead, behind, numbers } = automata;
      const range = { start, keywordEnd: start + (lengths[keyword] as number), end: window.end };
      let wanted = rulesAhead(ahead, window.bytes, range, work);
      if (wanted !== 0) wanted = rulesBehind(behind, window.bytes, start, wanted, work);
      let tried = -1;
      for (let bit = 0; wanted !== 0; bit++, wanted >>>= 1) {
        const rule = numbers[bit] as number;
        if ((wanted & 1) === 0 || rule === tried) continue;
        tried = rule;
        tryRule(window, start, rule, found);
      }
    }
  };
  return {
    rules: compiled,
    find(window, from, to, found) {
      const { bytes, end } = window;
      // One byte before, for a keyword of three bytes that is not on a probe.
      const first = Math.max(0, from - 1);
      const last = Math.min(to + longestKeyword, end - 2);
      work.steps = Math.max(0, last - first);
      for (let at = table.next(bytes, first, last); at < last; at = table.next(bytes, at + 2, last)) {
        const range = table.candidates(bytes, at);
        const count = range % perSlot;
        work.steps += count;
        const firstCandidate = (range - count) / perSlot;
        for (let candidate = firstCandidate; candidate < firstCandidate + count; candidate++) {
          const start = table.startOf(candidate, bytes, at, end);
          if (start >= from && start < to) tryKeyword(window, start, table.numberOf(candidate), found);
        }
      }
      return work.steps;
    },
  };
}

function compile(rule: Rule): CompiledRule {
  const pattern = sticky(rule.pattern);
  let tree: PatternTree | undefined;
  return {
    rule,
    pattern,
    rest: restOf(rule),
    tree() {
      tree ??= parsePattern(pattern);
      return tree;
    },
  };
}

/** Up to 31 rules that have a keyword in common. */
interface Group {
  readonly rules: readonly number[];
  /** The automata of the group, made once it is tried often enough to be worth them. */
  readonly automata: () => Automata | undefined;
}

/** Automata that find those rules of a group that may match at a keyword. */
interface Automata {
  /** The rule of each bit: bits of the same rule, for its alternatives, follow each other. */
  readonly numbers: readonly number[];
  readonly ahead: Automaton;
  readonly behind: Automaton;
}

const bits = 31;

/** The groups of each keyword; the keywords differ. */
function groupsOf(
  keywords: readonly string[],
  compiled: readonly CompiledRule[],
  triesBefore: number,
): Group[][] {
  const groups = new Map<string, Group>();
  const groupOf = (rules: readonly number[]): Group => {
    const name = rules.join();
    const known = groups.get(name);
    if (known !== undefined) return known;
    let tries = 0;
    let made: Automata | undefined;
    const group: Group = {
      rules,
      automata() {
        if (made === undefined && tries++ >= triesBefore) made = makeAutomata(rules, compiled);
        return made;
      },
    };
    groups.set(name, group);
    return group;
  };
  const usersOf = new Map(keywords.map((word) => [word, new Set<number>()]));
  for (const [number, { rule }] of compiled.entries())
    for (const word of rule.keywords) (usersOf.get(lowerCase(word)) as Set<number>).add(number);
  return [...usersOf.values()].map((all) => {
    const users = [...all];
    return Array.from({ length: Math.ceil(users.length / bits) }, (_, part) =>
      groupOf(users.slice(part * bits, (part + 1) * bits)),
    );
  });
}

function makeAutomata(rules: readonly number[], compiled: readonly CompiledRule[]): Automata {
  const ahead = createGraph();
  const behind = createGraph();
  const numbers: number[] = [];
  const starts: { ahead: number; behind: number }[] = [];
  for (const [index, rule] of rules.entries()) {
    const { pattern, tree } = compiled[rule] as CompiledRule;
    const cased = !pattern.flags.includes('i');
    const variants = variantsOf(tree());
    // A bit is left for each rule that follows.
    const fit = numbers.length + variants.length + rules.length - index - 1 <= bits;
    for (const variant of fit ? variants : [tree()]) {
      starts.push({
        ahead: ahead.add(variant, cased, numbers.length),
        behind: behind.addBackwards(behindOf(variant) ?? anyBehind, cased, numbers.length),
      });
      numbers.push(rule);
    }
  }
  return {
    numbers,
    ahead: createAutomaton(
      ahead,
      starts.map((start) => start.ahead),
    ),
    behind: createAutomaton(
      behind,
      starts.map((start) => start.behind),
    ),
  };
}

const anyBehind = { kind: 'sequence', items: [] } as const;

/** Patterns that have a class for more limit a secret to this length or a greater one. */
const longSecret = 255;

const sticky = ({ source, flags }: RegExp): RegExp =>
  new RegExp(source, `${flags.includes('i') ? 'i' : ''}${flags.includes('m') ? 'm' : ''}y`);

function restOf({ rest }: Rule): Uint8Array | undefined {
  if (rest === undefined) return undefined;
  const pattern = new RegExp(`[${rest}]`);
  return new Uint8Array(256).map((_, byte) =>
    byte !== 10 && byte !== 13 && pattern.test(String.fromCharCode(byte)) ? 1 : 0,
  );
}

function secretAt({ rule, pattern }: CompiledRule, text: string, start: number) {
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const end = pattern.lastIndex;
  if (rule.block) return { start: end, end, long: false };
  const secret = match.find((group, number) => number > 0 && group !== undefined);
  if (secret === undefined || secret === '' || isMask(secret) || isInMask(text, start)) return undefined;
  if (isMaskCount(text, end - secret.length)) return undefined;
  if (
    (rule.allowed?.test(secret) && !rule.unless?.test(secret)) ||
    (rule.entropy !== undefined && entropyOf(secret) < rule.entropy)
  )
    return undefined;
  return { start: end - secret.length, end, long: secret.length >= longSecret };
}

const counts = new Uint16Array(256);

/** Shannon's entropy of a text of Latin-1, in bits a character. */
function entropyOf(text: string): number {
  const codes = Buffer.from(text, 'latin1');
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  let sum = 0;
  for (const code of codes) {
    const count = counts[code] ?? 0;
    if (count > 0) sum -= (count / codes.length) * Math.log2(count / codes.length);
    counts[code] = 0;
  }
  return sum;
}
