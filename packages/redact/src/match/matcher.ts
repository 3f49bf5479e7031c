import type { Budget } from './budget.js';
import { lowerAscii } from './bytes.js';
import {
  type CompiledRule,
  compile,
  costlyRule,
  longSecret,
  type Secret,
  secretAt,
} from './compiled-rule.js';
import { type KeywordTable, keywordTable, longestKeyword, perSlot } from './keyword-table.js';
import { behindOf, createGraph, variantsOf } from './pattern-graph.js';
import { readBehind } from './pattern-limits.js';
import { type Automaton, createAutomaton, mostOf, rulesAhead, rulesBehind } from './prefilter.js';
import { type Rule, usualSteps } from './rule.js';

/** A secret that a rule found. */
export interface Found extends Secret {
  readonly rule: number;
}

/** Bytes up to `end`, and the same bytes as Latin-1 text. */
export interface Window {
  readonly bytes: Uint8Array;
  readonly end: number;
  readonly text: () => string;
}

/** Rules compiled together. */
export interface Matcher {
  /** The given rules, and the one of lines that are too costly. */
  readonly rules: readonly CompiledRule[];
  /**
   * Appends to `found` each secret whose keyword starts in [from, to), and the rest of each line that is too costly. Returns the steps
   * taken.
   */
  readonly find: (window: Window, from: number, to: number, found: Found[], budget: Budget) => number;
}

/** Building automata costs about as much as this many tries of the patterns. */
const triesBefore = 64;

/** Compiles rules without checking them (see `checkRules`). A group of rules gets its automata after `tries` tries. */
export function matcherOf(rules: readonly Rule[], tries = triesBefore): Matcher {
  const compiled = rules.map(compile);
  const keywords = [...new Set(rules.flatMap((rule) => rule.keywords.map(lowerAscii)))];
  const groups = groupsOf(keywords, compiled, tries);
  const table = keywordTable(keywords);
  const lengths = keywords.map((word) => word.length);
  const work = { steps: 0 };
  const costly = compiled.length;
  // False if a rule has nothing left to spend. Loops are by index: before code is optimized, each step of an iterator makes an object.
  const tryRule = ({ window, found, budget }: Search, start: number, rule: number): boolean => {
    const each = compiled[rule] as CompiledRule;
    work.steps++;
    if (!budget.spend(rule, each.rule.steps ?? usualSteps, start)) return false;
    const secret = secretAt(each, window.text(), start);
    if (secret !== undefined) found.push({ ...secret, rule });
    return true;
  };
  const tryRules = (search: Search, start: number, rules: readonly number[]): boolean => {
    for (let at = 0; at < rules.length; at++) if (!tryRule(search, start, rules[at] as number)) return false;
    return true;
  };
  const tryGroup = (search: Search, start: number, keyword: number, group: Group): boolean => {
    const automata = group.automata();
    if (automata === undefined) return tryRules(search, start, group.rules);
    const { ahead, behind, numbers, reaches } = automata;
    const { bytes, end } = search.window;
    const before = work.steps;
    let wanted = rulesAhead(ahead, bytes, start, start + (lengths[keyword] as number), end, work);
    if (wanted !== 0) wanted = rulesBehind(behind, bytes, start, mostOf(reaches, wanted), wanted, work);
    if (!search.budget.look(work.steps - before, start)) return false;
    let tried = -1;
    for (let bit = 0; wanted !== 0; bit++, wanted >>>= 1) {
      const rule = numbers[bit] as number;
      if ((wanted & 1) === 0 || rule === tried) continue;
      tried = rule;
      if (!tryRule(search, start, rule)) return false;
    }
    return true;
  };
  const tryKeyword = (search: Search, start: number, keyword: number): boolean => {
    const users = groups[keyword] as readonly Group[];
    for (let at = 0; at < users.length; at++)
      if (!tryGroup(search, start, keyword, users[at] as Group)) return false;
    return true;
  };
  return {
    rules: [...compiled, compile(costlyRule)],
    find(window, from, to, found, budget) {
      const { bytes, end } = window;
      const search = { window, found, budget };
      let free = budget.lineIsCostly ? lineEndIn(bytes, from, to) : from;
      budget.lineIsCostly = free === to && budget.lineIsCostly;
      const hits = keywordsIn(table, window, from, to, work);
      for (let at = 0; at < hits.length; at++) {
        const hit = hits[at] as number;
        const keyword = hit % keywordRoom;
        const start = (hit - keyword) / keywordRoom;
        if (start < free || budget.lineIsCostly || tryKeyword(search, start, keyword)) continue;
        const masked = lineEndIn(bytes, start, Math.min(end, start + longSecret));
        found.push({ start, end: masked, long: true, rule: costly });
        free = lineEndIn(bytes, start, to);
        budget.lineIsCostly = free === to;
      }
      return work.steps;
    },
  };
}

/** What is searched, and where its secrets go. */
interface Search {
  readonly window: Window;
  readonly found: Found[];
  readonly budget: Budget;
}

/** More than the keywords of all rules. */
const keywordRoom = 2 ** 20;

/** The keywords that start in a range, in order, each as its position times `keywordRoom` plus its number. */
function keywordsIn(
  table: KeywordTable,
  { bytes, end }: Window,
  from: number,
  to: number,
  work: { steps: number },
): number[] {
  const hits: number[] = [];
  let highest = 0;
  // Start one byte early, for a keyword of three bytes between two probes.
  const first = Math.max(0, from - 1);
  const last = Math.min(to + longestKeyword, end - 2);
  work.steps = Math.max(0, last - first);
  let isSorted = true;
  for (let at = table.next(bytes, first, last); at < last; at = table.next(bytes, at + 2, last)) {
    const range = table.candidates(bytes, at);
    const count = range % perSlot;
    work.steps += count;
    const firstCandidate = (range - count) / perSlot;
    for (let candidate = firstCandidate; candidate < firstCandidate + count; candidate++) {
      const start = table.startOf(candidate, bytes, at, end);
      if (start < from || start >= to) continue;
      const hit = start * keywordRoom + table.numberOf(candidate);
      isSorted &&= hit >= highest;
      highest = hit;
      hits.push(hit);
    }
  }
  return isSorted ? hits : hits.sort((a, b) => a - b);
}

/** The first line end in [from, to), or `to`. */
function lineEndIn(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && bytes[at] !== 10 && bytes[at] !== 13) at++;
  return at;
}

/** Up to 31 rules that share a keyword. */
interface Group {
  readonly rules: readonly number[];
  /** The group's automata, built after enough tries to be worth it. */
  readonly automata: () => Automata | undefined;
}

/** Tell which rules of a group may match at a keyword. */
interface Automata {
  /** The rule of each bit. A rule with alternatives has several neighbouring bits. */
  readonly numbers: readonly number[];
  readonly ahead: Automaton;
  readonly behind: Automaton;
  /** By bit: the bytes before the keyword that the rule's lookbehind reads. */
  readonly reaches: Int32Array;
}

const bits = 31;

/** The groups of each keyword. `keywords` has no duplicates. */
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
    for (const word of rule.keywords) (usersOf.get(lowerAscii(word)) as Set<number>).add(number);
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
  const reaches: number[] = [];
  for (const [index, rule] of rules.entries()) {
    const { pattern, tree } = compiled[rule] as CompiledRule;
    const cased = !pattern.flags.includes('i');
    const variants = variantsOf(tree);
    // Keep one bit for each rule that follows.
    const fit = numbers.length + variants.length + rules.length - index - 1 <= bits;
    for (const variant of fit ? variants : [tree]) {
      const before = behindOf(variant) ?? anyBehind;
      starts.push({
        ahead: ahead.add(variant, cased, numbers.length),
        behind: behind.addBackwards(before, cased, numbers.length),
      });
      reaches.push(readBehind(before));
      numbers.push(rule);
    }
  }
  return {
    numbers,
    reaches: Int32Array.from(reaches),
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
