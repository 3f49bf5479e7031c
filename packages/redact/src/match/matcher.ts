import { hitNumberBits, type KeywordHits, keywordHits } from '@hostspec/host-kit';
import type { Keywords } from '@hostspec/spec';
import type { Budget } from './budget.js';
import { lowerAscii } from './bytes.js';
import {
  type CompiledRule,
  compile,
  costlyRule,
  longSecret,
  type Secret,
  secretAt,
  type WindowText,
} from './compiled-rule.js';
import { type KeywordTable, keywordTable, longestKeyword, perSlot, probesOf } from './keyword-table.js';
import { numbersOfTexts } from './numbers-of-texts.js';
import { type Rule, usualSteps } from './rule.js';
import { groupsOf, type RuleFilter, type RuleGroup, wantedRules } from './rule-groups.js';

/** A secret that a rule found. */
export interface Found extends Secret {
  readonly rule: number;
}

/** Bytes up to `end`, and their text. */
export interface Window extends WindowText {
  readonly bytes: Uint8Array;
  readonly end: number;
}

/** Rules compiled together. */
export interface Matcher {
  /** The words at which it begins to look. */
  readonly keywords: Keywords;
  /** The given rules, then `costlyRule`. */
  readonly rules: readonly CompiledRule[];
  /**
   * Appends to `found` each secret whose keyword starts in [from, to), and the rest of each line that is too costly. Returns the steps
   * taken.
   */
  readonly find: (window: Window, from: number, to: number, found: Found[], budget: Budget) => number;
  /** The steps taken to see that bytes have no keyword; undefined if they have one. */
  readonly stepsWithoutKeyword: (bytes: Uint8Array, end: number) => number | undefined;
}

/** Building automata costs about as much as this many tries of the patterns. */
const triesBefore = 512;

/** The keywords of rules in lower case, with the numbers of their rules. */
export const usersOfKeywords = (rules: readonly Rule[]): ReadonlyMap<string, readonly number[]> =>
  numbersOfTexts(rules.map(({ keywords }) => keywords.map(lowerAscii)));

/** Sorts keywords from short to long: of several at one position, the group of the last one includes the rules of the others. */
export const sortedKeywords = (users: ReadonlyMap<string, unknown>): readonly string[] =>
  [...users.keys()].sort((a, b) => a.length - b.length);

/**
 * Compiles rules without checking them (see `checkRules`). A group of rules gets its automata after `tries` tries. `probes` is what
 * `probesOf` returns for the keywords.
 */
export function matcherOf(rules: readonly Rule[], tries = triesBefore, probes?: readonly number[]): Matcher {
  const compiled = rules.map(compile);
  const users = usersOfKeywords(rules);
  const words = sortedKeywords(users);
  const keywords: Keywords = { words, offsets: probes ?? probesOf(words) };
  const groups = groupsOf(words, users, compiled, tries);
  const table = keywordTable(words, keywords.offsets);
  const hits: Hits = { count: 0, starts: new Int32Array(1024), keywords: new Int32Array(1024) };
  const work = { steps: 0 };
  const costly = compiled.length;
  // False if the rule has nothing left to spend. Loops count an index because, before V8 optimizes them, each step of an iterator allocates
  // an object.
  const tryRule = ({ window, found, budget }: Search, start: number, rule: number): boolean => {
    const each = compiled[rule] as CompiledRule;
    work.steps++;
    if (!budget.spend(rule, each.rule.steps ?? usualSteps, start)) return false;
    const secret = secretAt(each, window, start);
    // Not spread, which takes longer than to match.
    if (secret !== undefined) found.push({ start: secret.start, end: secret.end, long: secret.long, rule });
    return true;
  };
  const tryRules = (search: Search, start: number, rules: readonly number[]): boolean => {
    for (let at = 0; at < rules.length; at++) if (!tryRule(search, start, rules[at] as number)) return false;
    return true;
  };
  const tryGroup = (search: Search, start: number, group: RuleGroup): boolean => {
    const filters = group.filters();
    if (filters === undefined) return tryRules(search, start, group.rules);
    for (let at = 0; at < filters.length; at++) {
      const filter = filters[at] as RuleFilter;
      const before = work.steps;
      let wanted = wantedRules(filter, search.window, start, work);
      if (!search.budget.look(work.steps - before, start)) return false;
      let tried = -1;
      for (let bit = 0; wanted !== 0; bit++, wanted >>>= 1) {
        const rule = filter.numbers[bit] as number;
        if ((wanted & 1) === 0 || rule === tried) continue;
        tried = rule;
        if (!tryRule(search, start, rule)) return false;
      }
    }
    return true;
  };
  return {
    keywords,
    rules: [...compiled, compile(costlyRule)],
    find(window, from, to, found, budget) {
      const { bytes, end } = window;
      const search = { window, found, budget };
      let free = budget.lineIsCostly ? lineEndIn(bytes, from, to) : from;
      budget.lineIsCostly = free === to && budget.lineIsCostly;
      const noted = keywordHits(bytes);
      if (noted?.keywords === keywords && to + longestKeyword <= end)
        takeHits(noted, bytes, from, to, hits, work);
      else findKeywords(table, bytes, end, from, to, hits, work);
      for (let at = 0; at < hits.count; at++) {
        const start = hits.starts[at] as number;
        if (start < free || budget.lineIsCostly) continue;
        if (tryGroup(search, start, groups(hits.keywords[at] as number))) continue;
        const masked = lineEndIn(bytes, start, Math.min(end, start + longSecret));
        found.push({ start, end: masked, long: true, rule: costly });
        free = lineEndIn(bytes, start, to);
        budget.lineIsCostly = free === to;
      }
      return work.steps;
    },
    stepsWithoutKeyword(bytes, end) {
      findKeywords(table, bytes, end, 0, end, hits, work);
      return hits.count === 0 ? work.steps : undefined;
    },
  };
}

interface Search {
  readonly window: Window;
  readonly found: Found[];
  readonly budget: Budget;
}

/** The longest keyword at each position of a range, in order. Reused for each range, because new lists would be garbage. */
interface Hits {
  count: number;
  starts: Int32Array;
  keywords: Int32Array;
}

/** Finds the keywords that start in [from, to), and sets the steps of `work`. */
function findKeywords(
  table: KeywordTable,
  bytes: Uint8Array,
  end: number,
  from: number,
  to: number,
  hits: Hits,
  work: { steps: number },
): void {
  hits.count = 0;
  // One byte early, for a keyword of three bytes that starts after the last probe before it.
  const first = Math.max(0, from - 1);
  const last = Math.min(to + longestKeyword, end - 2);
  work.steps = Math.max(0, last - first);
  for (let at = table.next(bytes, first, last); at < last; at = table.next(bytes, at + 2, last)) {
    const range = table.candidates(bytes, at);
    const count = range & (perSlot - 1);
    work.steps += count;
    let candidate = (range - count) / perSlot;
    let known = -1;
    for (const behind = candidate + count; candidate < behind; candidate++) {
      const start = table.startOf(candidate, bytes, at, end, known);
      if (start === -1) continue;
      known = start;
      if (start >= from && start < to) addHit(hits, start, table.numberOf(candidate));
    }
  }
}

/** Takes the keywords that start in [from, to) from what was noted of the bytes, and sets the steps of `work`. */
function takeHits(
  { hits: noted }: KeywordHits,
  { byteOffset }: Uint8Array,
  from: number,
  to: number,
  hits: Hits,
  work: { steps: number },
): void {
  hits.count = 0;
  const least = (byteOffset + from) * (numberMask + 1);
  let [at, behind] = [0, noted.length];
  while (at < behind) {
    const middle = (at + behind) >> 1;
    if ((noted[middle] as number) < least) at = middle + 1;
    else behind = middle;
  }
  for (; at < noted.length; at++) {
    const hit = noted[at] as number;
    const start = (hit >>> hitNumberBits) - byteOffset;
    if (start >= to) break;
    addHit(hits, start, hit & numberMask);
  }
  work.steps = hits.count;
}

const numberMask = (1 << hitNumberBits) - 1;

/** Adds a keyword in its place, which is at the end or close to it. The longer one of two keywords has the larger number. */
function addHit(hits: Hits, start: number, keyword: number): void {
  let at = hits.count;
  while (at > 0 && (hits.starts[at - 1] as number) > start) at--;
  if (at > 0 && hits.starts[at - 1] === start) {
    hits.keywords[at - 1] = Math.max(hits.keywords[at - 1] as number, keyword);
    return;
  }
  if (hits.count === hits.starts.length) {
    hits.starts = doubled(hits.starts);
    hits.keywords = doubled(hits.keywords);
  }
  const { starts, keywords } = hits;
  for (let from = hits.count++; from > at; from--) {
    starts[from] = starts[from - 1] as number;
    keywords[from] = keywords[from - 1] as number;
  }
  starts[at] = start;
  keywords[at] = keyword;
}

function doubled(numbers: Int32Array): Int32Array {
  const larger = new Int32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}

/** The first line end in [from, to), or `to`. */
function lineEndIn(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && bytes[at] !== 10 && bytes[at] !== 13) at++;
  return at;
}
