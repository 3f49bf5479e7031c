import type { CompiledRule } from './compiled-rule.js';
import { behindOf, canStartWith, createGraph, variantsOf } from './pattern-graph.js';
import { readBehind } from './pattern-limits.js';
import type { PatternTree } from './pattern-tree.js';
import {
  type Automaton,
  createAutomaton,
  mostOf,
  type Place,
  placeAfter,
  rulesAhead,
  rulesBehind,
} from './prefilter.js';

/** The rules to try at a keyword: its own, and those of shorter keywords with which it starts. */
export interface RuleGroup {
  readonly rules: readonly number[];
  /** Undefined until the number of tries makes the filters worth building. */
  readonly filters: () => readonly RuleFilter[] | undefined;
}

/** Finds the rules of a group that may match at a keyword. */
export interface RuleFilter {
  /** The rule of each bit. A rule with alternatives has several bits in a row. */
  readonly numbers: readonly number[];
  /** All bits. */
  readonly all: number;
  /** The keyword, in lower case. */
  readonly keyword: Uint8Array;
  /** The place of `ahead` after the keyword, if that is in lower case. */
  readonly place: Place | undefined;
  readonly ahead: Automaton;
  readonly behind: Automaton;
  /** For each bit: how many bytes before the keyword the rule's lookbehind reads. */
  readonly reaches: Int32Array;
  /** The largest of `reaches`. */
  readonly furthest: number;
  /** True if looking back first is faster. */
  readonly backFirst: boolean;
}

/**
 * Returns a function from the number of a keyword to its group. A group is created when its keyword is first found, because most never are,
 * and gets its filters after `tries` tries. `users` has the rules of each keyword.
 */
export function groupsOf(
  keywords: readonly string[],
  users: ReadonlyMap<string, readonly number[]>,
  compiled: readonly CompiledRule[],
  tries: number,
): (keyword: number) => RuleGroup {
  const groupOf = (keyword: string): RuleGroup => {
    const starts = Array.from(keyword, (_, at) => keyword.slice(0, at + 1));
    const rules = [...new Set(starts.flatMap((start) => users.get(start) ?? []))];
    let tried = 0;
    let made: RuleFilter[] | undefined;
    return {
      rules,
      filters() {
        if (made === undefined && tried++ >= tries) made = makeFilters(keyword, rules, compiled);
        return made;
      },
    };
  };
  const groups: (RuleGroup | undefined)[] = [];
  return (keyword) => {
    const before = groups[keyword];
    if (before !== undefined) return before;
    const group = groupOf(keywords[keyword] as string);
    groups[keyword] = group;
    return group;
  };
}

/** The rules of a filter that may match at a keyword, as bits: never too few. Adds the bytes read to `work`. */
export function wantedRules(
  { all, keyword, place, ahead, behind, reaches, furthest, backFirst }: RuleFilter,
  { bytes, end }: { readonly bytes: Uint8Array; readonly end: number },
  start: number,
  work: { steps: number },
): number {
  let wanted = all;
  if (backFirst) wanted = rulesBehind(behind, bytes, start, furthest, wanted, work);
  if (wanted !== 0) {
    const known = place !== undefined && isAt(keyword, bytes, start) ? place : undefined;
    wanted &= rulesAhead(ahead, bytes, start, start + keyword.length, end, work, known);
  }
  if (wanted === 0 || backFirst) return wanted;
  return rulesBehind(behind, bytes, start, mostOf(reaches, wanted), wanted, work);
}

function isAt(word: Uint8Array, bytes: Uint8Array, start: number): boolean {
  for (let at = 0; at < word.length; at++) if (bytes[start + at] !== word[at]) return false;
  return true;
}

/** The alternatives of a rule that can start with a keyword. */
interface Variants {
  readonly rule: number;
  readonly cased: boolean;
  readonly trees: readonly PatternTree[];
}

const bits = 31;

/** A lookbehind of at most this many bytes checks the text just before; a longer one searches the line. */
const nearBehind = 150;

function makeFilters(
  keyword: string,
  rules: readonly number[],
  compiled: readonly CompiledRule[],
): RuleFilter[] {
  const all = rules.map((rule): Variants => {
    const {
      rule: { pattern },
      tree,
    } = compiled[rule] as CompiledRule;
    const cased = !pattern.ignoreCase;
    const trees = variantsOf(tree).filter((variant) => canStartWith(variant, cased, keyword));
    return { rule, cased, trees: trees.length > bits ? [tree] : trees };
  });
  const isBackFirst = ({ trees }: Variants): boolean =>
    trees.every((tree) => {
      const behind = behindOf(tree);
      return behind !== undefined && readBehind(behind) <= nearBehind;
    });
  return [true, false].flatMap((backFirst) =>
    parted(all.filter((each) => isBackFirst(each) === backFirst)).map((part) =>
      makeFilter(keyword, part, backFirst),
    ),
  );
}

/** Splits a list into parts, each with few enough alternatives for the bits of a filter. */
function parted(all: readonly Variants[]): Variants[][] {
  const parts: Variants[][] = [];
  let used = bits;
  for (const each of all) {
    used += each.trees.length;
    if (used > bits) {
      parts.push([]);
      used = each.trees.length;
    }
    parts.at(-1)?.push(each);
  }
  return parts;
}

function makeFilter(keyword: string, rules: readonly Variants[], backFirst: boolean): RuleFilter {
  const ahead = createGraph();
  const behind = createGraph();
  const numbers: number[] = [];
  const starts: { ahead: number; behind: number }[] = [];
  const reaches: number[] = [];
  for (const { rule, cased, trees } of rules)
    for (const tree of trees) {
      const before = behindOf(tree) ?? anyBehind;
      starts.push({
        ahead: ahead.add(tree, cased, numbers.length),
        behind: behind.addBackwards(before, cased, numbers.length),
      });
      reaches.push(readBehind(before));
      numbers.push(rule);
    }
  const automaton = createAutomaton(
    ahead,
    starts.map((start) => start.ahead),
  );
  const word = Buffer.from(keyword, 'latin1');
  return {
    numbers,
    all: 2 ** numbers.length - 1,
    keyword: word,
    place: placeAfter(automaton, word),
    reaches: Int32Array.from(reaches),
    furthest: Math.max(...reaches),
    backFirst,
    ahead: automaton,
    behind: createAutomaton(
      behind,
      starts.map((start) => start.behind),
    ),
  };
}

const anyBehind = { kind: 'sequence', items: [] } as const;
