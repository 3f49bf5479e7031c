import { byteClass, lowerAscii } from './bytes.js';
import { keywordTable, longestKeyword, perSlot } from './keyword-table.js';
import { isMaskCount, overlapsMask } from './mask-form.js';
import { behindOf, createGraph, variantsOf } from './pattern-graph.js';
import { type PatternTree, parsePattern } from './pattern-tree.js';
import { type Automaton, createAutomaton, rulesAhead, rulesBehind } from './prefilter.js';
import { type Rule, windowAhead } from './rule.js';

/** A secret that a rule found. Positions are in the text. */
export interface Found {
  readonly start: number;
  readonly end: number;
  /** True if the secret may have hit the pattern's limit, so more of it may follow. */
  readonly long: boolean;
  readonly rule: number;
}

/** A rule ready for use. */
export interface CompiledRule {
  readonly rule: Rule;
  readonly pattern: RegExp;
  readonly rest: Uint8Array | undefined;
  /** The pattern as a tree, parsed on first use. */
  readonly tree: () => PatternTree;
}

/** Bytes up to `end`, and the same bytes as Latin-1 text. */
export interface Window {
  readonly bytes: Uint8Array;
  readonly end: number;
  readonly text: () => string;
}

/** Rules compiled together. */
export interface Matcher {
  readonly rules: readonly CompiledRule[];
  /** Appends to `found` each secret whose keyword starts in [from, to). Returns the steps taken. */
  readonly find: (window: Window, from: number, to: number, found: Found[]) => number;
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
      // Start one byte early, for a keyword of three bytes between two probes.
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
  for (const [index, rule] of rules.entries()) {
    const { pattern, tree } = compiled[rule] as CompiledRule;
    const cased = !pattern.flags.includes('i');
    const variants = variantsOf(tree());
    // Keep one bit for each rule that follows.
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

/** Rules with `rest` limit their secrets to this many characters or more. */
const longSecret = 255;

const sticky = ({ source, flags }: RegExp): RegExp =>
  new RegExp(source, `${flags.includes('i') ? 'i' : ''}${flags.includes('m') ? 'm' : ''}y`);

function restOf({ rest }: Rule): Uint8Array | undefined {
  if (rest === undefined) return undefined;
  return byteClass(new RegExp(`(?![\\r\\n])[${rest}]`));
}

function secretAt({ rule, pattern }: CompiledRule, text: string, start: number) {
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const end = pattern.lastIndex;
  if (rule.block) return { start: end, end, long: false };
  const secret = match.find((group, number) => number > 0 && group !== undefined);
  if (secret === undefined || secret === '' || isMaskCount(text, end - secret.length)) return undefined;
  const limit = start + windowAhead;
  if (overlapsMask(text, start, start + 1, limit) || overlapsMask(text, end - secret.length, end, limit))
    return undefined;
  if (rule.notAt !== undefined && standsAt(rule.notAt, text, end - secret.length, limit)) return undefined;
  if (
    (rule.allowed?.test(secret) && !rule.unless?.test(secret)) ||
    (rule.entropy !== undefined && entropyOf(secret) < rule.entropy)
  )
    return undefined;
  return { start: end - secret.length, end, long: secret.length >= longSecret };
}

/** Whether an expression matches at a position that no quote precedes. */
function standsAt(expression: RegExp, text: string, at: number, limit: number): boolean {
  if (text[at - 1] === '"' || text[at - 1] === "'") return false;
  expression.lastIndex = 0;
  return expression.test(text.slice(at, Math.min(limit, at + 400)));
}

const counts = new Uint16Array(256);

/** Shannon entropy of Latin-1 text, in bits per character. */
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
