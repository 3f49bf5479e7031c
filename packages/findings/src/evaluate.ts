import { defined } from '@hostspec/host-kit';
import { canMatch, isWithin, passes } from './compare.js';
import type { Content, FactTables, Missing, NotKnown, Place, Row, Value } from './facts.js';
import { type Comparison, type Condition, conditionsIn, type Finding } from './finding.js';
import { type Hit, newestFirst } from './hit.js';
import { type FoundLines, foundLines, type MatchingLines, matchingLines } from './lines.js';
import type { LoadedFacts } from './load-facts.js';
import { LoadedRows, type Over, type RowOf } from './loaded-rows.js';
import { allOf, anyOf, notOf, type Truth } from './logic.js';
import { filled, filledForShell, filledSentences, unknownValue } from './sentence.js';
import { shareTruth } from './share.js';
import { addAll, fileWords, hostTruth, lacking, newState, type State, unknown } from './state.js';
import { valueText } from './units.js';

/** The result of a finding. */
export interface Evaluated {
  readonly truth: Truth;
  /** At most 100 of them. */
  readonly hits: readonly Hit[];
  readonly count: number;
  /** When it happened, as far as that is known, in milliseconds since the epoch. */
  readonly span?: Span;
  /** Reasons why it is not known, by spec. */
  readonly reasons: ReadonlyMap<string, string>;
  /** The causes whose evidence was found, by id, each with the titles of the hits that it explains. */
  readonly causes: ReadonlyMap<string, readonly string[]>;
}

/** The first and the last time of what was logged. A missing one is not known. */
export interface Span {
  readonly from?: number;
  readonly to?: number;
}

const mostHits = 100;

/** Evaluates findings over facts that were loaded. */
export class Evaluator {
  readonly #facts: LoadedFacts;
  readonly #tables: FactTables;
  readonly #rows: LoadedRows;
  readonly #isOver: () => boolean;
  /** Lines that must name a value are looked for in each row, so that they are kept, by condition and spec. */
  readonly #matching = new Map<Condition, Map<string, MatchingLines>>();

  /** Once `isOver` returns true, all further findings are undecided: a stranger's file can have very many patterns. */
  constructor(facts: LoadedFacts, tables: FactTables, isOver: () => boolean = () => false) {
    this.#isOver = isOver;
    this.#facts = facts;
    this.#tables = tables;
    this.#rows = new LoadedRows(facts);
  }

  evaluate(finding: Finding): Evaluated {
    if (this.#isOver()) return this.#cut([], 0);
    if (finding.each === undefined) {
      const state = newState();
      const truth = this.#truth(finding.when, undefined, state);
      const hits = truth === true ? [this.#hit(finding, undefined, state)] : [];
      const causes = new Map<string, string[]>();
      for (const hit of hits) this.#explain(finding, undefined, state, hit, causes);
      const span = defined({ to: state.time });
      return { truth, hits, count: hits.length, span, reasons: state.reasons, causes };
    }
    return this.#overRows(finding, this.#rows.over(finding.each));
  }

  #cut(hits: readonly Hit[], count: number): Evaluated {
    return { truth: undefined, hits, count, reasons: new Map([tooLong]), causes: new Map() };
  }

  /** Adds the title of a hit to the causes that explain it. */
  #explain(
    { because }: Finding,
    row: RowOf | undefined,
    { words }: State,
    { title }: Hit,
    causes: Map<string, string[]>,
  ): void {
    for (const { id, when } of because) {
      if (when && this.#truth(when, row, { ...newState(), words: { ...words } }) !== true) continue;
      causes.set(id, [...(causes.get(id) ?? []), title]);
    }
  }

  #overRows(finding: Finding, table: Over): Evaluated {
    const hits: Hit[] = [];
    const reasons = new Map<string, string>();
    const causes = new Map<string, string[]>();
    let count = 0;
    const groupOf = groupsBy(finding.per);
    const newest: (number | undefined)[] = [];
    const times: (number | undefined)[] = [];
    let isOpen = !table.isWhole;
    if (isOpen) addAll(reasons, missingFor(finding, table));
    for (const row of table.rows) {
      if (this.#isOver()) return this.#cut(hits, count);
      if (!canMatch(finding.when, row.values, this.#facts.collected)) continue;
      const state = newState();
      const truth = this.#truth(finding.when, { ...row, table }, state);
      if (truth === true) {
        const group = groupOf(row);
        if (group === count && count++ < mostHits) {
          const hit = this.#hit(finding, row, state);
          hits.push(hit);
          this.#explain(finding, { ...row, table }, state, hit, causes);
        }
        const time = row.time?.();
        times.push(time);
        if (time !== undefined && group < mostHits) newest[group] = Math.max(time, newest[group] ?? time);
      }
      if (truth !== undefined) continue;
      isOpen = true;
      for (const [spec, why] of state.reasons) reasons.set(spec, why);
    }
    if (count > 0) {
      const found = { truth: true, count, span: spanOf(times), reasons: new Map(), causes } as const;
      return { ...found, hits: newestFirst(hits, newest) };
    }
    return { truth: isOpen ? undefined : false, hits, count, reasons, causes };
  }

  #truth(condition: Condition, row: RowOf | undefined, state: State): Truth {
    switch (condition.kind) {
      case 'compare': {
        if (!row) return undefined;
        return (
          passes(condition, row.values, this.#facts.collected) ??
          this.#withoutValue(condition, row.table, state)
        );
      }
      case 'all':
        return allOf(condition.of.map((each) => this.#truth(each, row, state)));
      case 'any':
        return anyOf(condition.of.map((each) => this.#truth(each, row, state)));
      case 'not':
        return notOf(this.#truth(condition.of, row, newState(state.reasons)));
      case 'exists':
        return this.#exists(condition, row, state);
      case 'count':
        return this.#count(condition, row, state);
      case 'lines':
        return this.#lines(condition, row, state);
      case 'share':
        return shareTruth(condition, this.#contents(condition.spec), state);
      case 'outcome': {
        const outcome = this.#facts.outcome(condition.spec);
        if (outcome === undefined) return unknown(state, condition.spec, 'was not part of this collection');
        state.at ??= { spec: condition.spec, path: '' };
        const groups = condition.reason ? condition.reason.match(outcome.reason ?? '') : {};
        Object.assign(state.words, groups);
        return groups !== undefined && condition.statuses.includes(outcome.status);
      }
      case 'host':
        return hostTruth(condition, this.#facts.host, state);
    }
  }

  #exists(condition: Extract<Condition, { kind: 'exists' }>, row: RowOf | undefined, state: State): Truth {
    const { found, isOpen } = this.#selected(condition, row, state);
    if (found[0]) {
      state.at ??= found[0].at;
      return true;
    }
    return isOpen ? undefined : false;
  }

  #count(condition: Extract<Condition, { kind: 'count' }>, row: RowOf | undefined, state: State): Truth {
    const { found, isOpen } = this.#selected(condition, row, state);
    state.words.count ??= String(found.length);
    if (found[0]) state.at ??= found[0].at;
    const within = (count: number): boolean => condition.bounds.every((bound) => isWithin(count, bound));
    if (!isOpen) return within(found.length);
    // More rows cannot fall below a lower bound.
    const isOnlyLower = condition.bounds.every(({ operator }) => operator === 'gt' || operator === 'gte');
    return isOnlyLower && within(found.length) ? true : undefined;
  }

  /** Selects rows of another table. `isOpen` is true if there can be more. */
  #selected(
    { table, on, where }: Extract<Condition, { kind: 'exists' | 'count' }>,
    outer: RowOf | undefined,
    state: State,
  ): { readonly found: readonly Row[]; readonly isOpen: boolean } {
    const over = this.#rows.over(table);
    if (!over.isWhole) addAll(state.reasons, over.missing);
    const joined = on.length === 0 ? over.rows : this.#rows.joined(over, on, outer);
    const found: Row[] = [];
    let isOpen = !over.isWhole;
    for (const row of joined) {
      if (where && !canMatch(where, row.values, this.#facts.collected)) continue;
      const truth =
        where === undefined ? true : this.#truth(where, { ...row, table: over }, newState(state.reasons));
      if (truth === true) found.push(row);
      if (truth === undefined) isOpen = true;
    }
    return { found, isOpen };
  }

  #lines(condition: Extract<Condition, { kind: 'lines' }>, row: RowOf | undefined, state: State): Truth {
    const { names } = condition;
    const named = names === undefined ? undefined : String(row?.values[names] ?? state.words[names] ?? '');
    const { found, reasons } = this.#foundLines(condition, named);
    if (found) state.words.count ??= String(found.count);
    if (found?.newest && found.count >= condition.atLeast) {
      Object.assign(state.words, fileWords(found.newest.at), found.newest.groups);
      state.at ??= found.newest.at;
      state.line ??= found.newest.text;
      state.time ??= found.newest.time;
      return true;
    }
    addAll(state.reasons, reasons);
    return reasons.length > 0 ? undefined : false;
  }

  /** Finds the most lines that one of the specs has, and the reasons why there can be more. */
  #foundLines(
    condition: Extract<Condition, { kind: 'lines' }>,
    named: string | undefined,
  ): {
    readonly found: FoundLines | undefined;
    readonly reasons: readonly Missing[];
  } {
    let best: FoundLines | undefined;
    let isDecided = false;
    const reasons: Missing[] = [];
    for (const spec of condition.specs) {
      const contents = this.#contents(spec);
      if ('missing' in contents) {
        reasons.push(
          ...contents.missing.filter(({ noProgram }) => !(noProgram && condition.noneWithoutProgram)),
        );
        continue;
      }
      const found = foundLines(this.#matchingLines(spec, contents, condition), named);
      if (!best || found.count > best.count) best = found;
      const cut = lacking(contents);
      // A log that does not exist decides nothing about another one.
      if (contents.length === 0) continue;
      if (found.isCut) reasons.push({ spec, why: tooLong[1] });
      else if (cut === undefined) isDecided = true;
      else reasons.push({ spec, why: cut });
    }
    return { found: best, reasons: isDecided ? [] : reasons };
  }

  #matchingLines(
    spec: string,
    contents: readonly Content[],
    condition: Extract<Condition, { kind: 'lines' }>,
  ): MatchingLines {
    const kept = this.#matching.get(condition) ?? new Map<string, MatchingLines>();
    const known = kept.get(spec);
    if (known) return known;
    const { collected } = this.#facts;
    const matching = matchingLines(contents, condition, { collected, isOver: this.#isOver });
    if (condition.names !== undefined) this.#matching.set(condition, kept.set(spec, matching));
    return matching;
  }

  #contents(spec: string): readonly Content[] | NotKnown {
    return this.#facts.contents.get(spec) ?? { missing: [{ spec, why: 'was not collected' }] };
  }

  /** A row lacks a value. That is false if its content can have none, and undecided if content that is missing could have it. */
  #withoutValue({ column, operand }: Comparison, table: Over, state: State): Truth {
    if ('duration' in operand && this.#facts.collected === undefined)
      return unknown(state, 'manifest', 'does not say when the host was collected');
    const wouldGive = (name: string): readonly Missing[] =>
      table.says(name) ? [] : table.missing.filter(({ gives }) => gives?.includes(name) ?? true);
    const missing = [column, ...('column' in operand ? [operand.column] : [])].flatMap(wouldGive);
    if (missing.length === 0) return false;
    addAll(state.reasons, missing);
    return undefined;
  }

  #hit(finding: Finding, row: Row | undefined, { words, at, line, time }: State): Hit {
    const columns = finding.each === undefined ? undefined : this.#tables[finding.each]?.columns;
    const value = (name: string): string =>
      columns && Object.hasOwn(columns, name)
        ? valueText(row?.values[name], columns[name])
        : (words[name] ?? unknownValue);
    return defined({
      title: filled(finding.title, value),
      says: finding.says === undefined ? undefined : filledSentences(finding.says, value),
      do: finding.do === undefined ? undefined : filledForShell(finding.do, value),
      at: placeOf(finding, row) ?? at,
      time,
      line: line?.slice(0, longestLine),
    });
  }
}

function spanOf(times: readonly (number | undefined)[]): Span {
  const known = times.filter((time) => time !== undefined);
  if (known.length < times.length) return {};
  const [first = 0] = known;
  return {
    from: known.reduce((least, time) => Math.min(least, time), first),
    to: known.reduce((most, time) => Math.max(most, time), first),
  };
}

const longestLine = 500;
const tooLong = ['findings', 'take too long to look for'] as const;

/** The specs that would fill a column that a finding compares. */
function missingFor({ when }: Finding, { missing }: Over): readonly Missing[] {
  const columns = [...conditionsIn(when)].flatMap((part) => (part.kind === 'compare' ? [part.column] : []));
  return missing.filter(
    ({ gives }) => gives === undefined || columns.some((column) => gives.includes(column)),
  );
}

/** Numbers the groups of rows with the same value of a column, from 0, in the order of their first rows. */
function groupsBy(column: string | undefined): (row: Row) => number {
  const groups = new Map<Value, number>();
  let count = 0;
  return ({ values }) => {
    const value = column === undefined ? undefined : values[column];
    const group = (value === undefined ? undefined : groups.get(value)) ?? count++;
    if (value !== undefined) groups.set(value, group);
    return group;
  };
}

/** The place of the first value that a finding compares. */
function placeOf({ when }: Finding, row: Row | undefined): Place | undefined {
  if (!row?.places) return row?.at;
  for (const part of conditionsIn(when)) {
    const place = part.kind === 'compare' ? row.places.get(part.column) : undefined;
    if (place) return place;
  }
  return row.at;
}
