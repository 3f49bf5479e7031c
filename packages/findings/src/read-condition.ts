import { isObject } from '@hostspec/host-kit';
import type { Column, FactTable, FactTables } from './facts.js';
import type { Condition, Selection } from './finding.js';
import { type Pattern, patternOf } from './pattern.js';
import type { KeyPath, Problems } from './problems.js';
import { boundWords, readBounds, readComparisons, readShare } from './read-comparison.js';
import { durationOf, durationRule } from './units.js';

/** The names that a file can use. */
export interface Known {
  readonly tables: FactTables;
  readonly specs: Iterable<string> & { has(name: string): boolean };
  readonly statuses: readonly string[];
}

/** Words of conditions, which cannot be names of columns. */
const conditionWords = ['all', 'any', 'not', 'exists', 'count', 'lines', 'share', 'outcome', 'host'] as const;

type Word = (typeof conditionWords)[number];

const deepest = 10;
const mostParts = 50;

/** Reads the conditions of one file. */
export class ConditionReader {
  readonly #known: Known;
  readonly #problems: Problems;
  readonly #words: readonly string[];

  /** `words` are those that a line can name beside columns. */
  constructor(known: Known, problems: Problems, words: readonly string[] = []) {
    this.#known = known;
    this.#problems = problems;
    this.#words = words;
  }

  /** Reads the condition at a path, over the rows of a table if there is one. */
  read(keys: KeyPath, value: unknown, table: FactTable | undefined, depth = 0): Condition | undefined {
    if (!isObject(value) || Object.keys(value).length === 0)
      return this.#problems.wrong(
        keys,
        value,
        `a condition: columns, or one of ${conditionWords.join(', ')}`,
      );
    if (depth > deepest) return this.#problems.wrong(keys, '…', `conditions nested ${deepest} levels deep`);
    const word = conditionWords.find((each) => Object.hasOwn(value, each));
    if (word === undefined) return this.#columns(keys, value, table);
    return this.#readers[word](keys, value, table, depth);
  }

  #columns(
    keys: KeyPath,
    value: Readonly<Record<string, unknown>>,
    table: FactTable | undefined,
  ): Condition | undefined {
    if (!table) {
      const [name = ''] = Object.keys(value);
      return this.#problems.unknown(
        [...keys, name],
        'condition (columns need each: TABLE):',
        name,
        conditionWords,
        true,
      );
    }
    const of = Object.entries(value).flatMap(([name, tests]) =>
      readComparisons([...keys, name], { name, tests, columns: table.columns }, this.#problems),
    );
    return of.length === 1 ? of[0] : { kind: 'all', of };
  }

  readonly #readers: Readonly<
    Record<
      Word,
      (
        keys: KeyPath,
        value: Readonly<Record<string, unknown>>,
        table: FactTable | undefined,
        depth: number,
      ) => Condition | undefined
    >
  > = {
    all: (...given) => this.#several('all', ...given),
    any: (...given) => this.#several('any', ...given),
    not: (keys, value, table, depth) => {
      this.#problems.mapping(keys, value, ['not']);
      const of = this.read([...keys, 'not'], value.not, table, depth + 1);
      return of && { kind: 'not', of };
    },
    exists: (keys, value, table, depth) => {
      this.#problems.mapping(keys, value, ['exists', 'on', 'where']);
      const selection = this.#selection(keys, value, 'exists', table, depth);
      return selection && { kind: 'exists', ...selection };
    },
    count: (keys, value, table, depth) => {
      this.#problems.mapping(keys, value, ['count', 'on', 'where', ...boundWords]);
      const selection = this.#selection(keys, value, 'count', table, depth);
      const bounds = readBounds(keys, 'count', value, this.#problems);
      return selection && { kind: 'count', bounds, ...selection };
    },
    lines: (keys, { lines }, table) => this.#lines([...keys, 'lines'], lines, table),
    share: (keys, { share }) =>
      readShare([...keys, 'share'], share, this.#problems, (at, name) => this.#spec(at, name)),
    outcome: (keys, { outcome }) => {
      const at = [...keys, 'outcome'];
      const read = this.#problems.mapping(at, outcome, ['spec', 'status', 'reason']);
      const spec = read && this.#spec([...at, 'spec'], read.spec);
      const statuses = this.#problems.texts([...at, 'status'], read?.status, 20);
      for (const status of statuses)
        if (!this.#known.statuses.includes(status))
          this.#problems.unknown([...at, 'status'], 'status', status, this.#known.statuses);
      const reason = this.#pattern([...at, 'reason'], read?.reason);
      return spec === undefined ? undefined : { kind: 'outcome', spec, statuses, reason };
    },
    host: (keys, { host }) => this.#host([...keys, 'host'], host),
  };

  #several(
    kind: 'all' | 'any',
    keys: KeyPath,
    value: Readonly<Record<string, unknown>>,
    table: FactTable | undefined,
    depth: number,
  ): Condition | undefined {
    this.#problems.mapping(keys, value, [kind]);
    const list = value[kind];
    if (!Array.isArray(list) || list.length === 0 || list.length > mostParts)
      return this.#problems.wrong([...keys, kind], list, `a list of 1 to ${mostParts} conditions`);
    const of = list.flatMap((each, at) => this.read([...keys, kind, at], each, table, depth + 1) ?? []);
    return { kind, of };
  }

  #selection(
    keys: KeyPath,
    value: Readonly<Record<string, unknown>>,
    word: 'exists' | 'count',
    outer: FactTable | undefined,
    depth: number,
  ): Selection | undefined {
    const name = this.#problems.text([...keys, word], value[word], 100) ?? '';
    const table = tableOf(this.#known.tables, name);
    if (!table)
      return this.#problems.unknown([...keys, word], 'table', name, Object.keys(this.#known.tables));
    const on = this.#joins([...keys, 'on'], value.on, table, outer);
    const where =
      value.where === undefined ? undefined : this.read([...keys, 'where'], value.where, table, depth + 1);
    return { table: name, on, where };
  }

  #joins(keys: KeyPath, on: unknown, inner: FactTable, outer: FactTable | undefined): [string, string][] {
    if (on === undefined) return [];
    if (!outer) {
      this.#problems.add(keys, 'on compares with the row of each:, and this finding has none');
      return [];
    }
    const pairs = isObject(on)
      ? Object.entries(on).map(([column, other]): [string, string] => [column, String(other)])
      : this.#problems.texts(keys, on, 100).map((column): [string, string] => [column, column]);
    for (const [column, other] of pairs) {
      if (!Object.hasOwn(inner.columns, column))
        this.#problems.unknown(keys, 'column', column, Object.keys(inner.columns));
      if (!Object.hasOwn(outer.columns, other))
        this.#problems.unknown(keys, 'column', other, Object.keys(outer.columns));
    }
    return pairs;
  }

  #lines(keys: KeyPath, value: unknown, table: FactTable | undefined): Condition | undefined {
    const allowed = [
      'spec',
      'contains',
      'matches',
      'not_matches',
      'at_least',
      'within',
      'none_without_program',
      'names',
    ];
    const read = this.#problems.mapping(keys, value, allowed);
    if (!read) return undefined;
    const specs = this.#problems
      .texts([...keys, 'spec'], read.spec, 200)
      .flatMap((name) => this.#spec([...keys, 'spec'], name) ?? []);
    if (read.spec === undefined)
      this.#problems.add(keys, 'lines needs spec: the specs whose content has them');
    const contains = this.#problems.texts([...keys, 'contains'], read.contains, 200);
    const matches = this.#pattern([...keys, 'matches'], read.matches);
    const notMatches = this.#pattern([...keys, 'not_matches'], read.not_matches);
    if (contains.length === 0 && !matches) this.#problems.add(keys, 'lines needs contains or matches');
    const atLeast = read.at_least ?? 1;
    if (!Number.isInteger(atLeast) || Number(atLeast) < 1 || Number(atLeast) > 1_000_000)
      this.#problems.wrong([...keys, 'at_least'], atLeast, 'a whole number from 1');
    const within = read.within === undefined ? undefined : durationOf(read.within);
    if (read.within !== undefined && within === undefined)
      this.#problems.wrong([...keys, 'within'], read.within, durationRule);
    const noneWithoutProgram = read.none_without_program ?? false;
    if (typeof noneWithoutProgram !== 'boolean')
      this.#problems.wrong([...keys, 'none_without_program'], noneWithoutProgram, 'true, false');
    const names = this.#problems.text([...keys, 'names'], read.names, 100);
    const known = [...Object.keys(table?.columns ?? {}), ...this.#words];
    if (names !== undefined && !known.includes(names))
      this.#problems.unknown([...keys, 'names'], 'column or word', names, known);
    return {
      kind: 'lines',
      specs,
      contains,
      matches,
      notMatches,
      atLeast: Number(atLeast),
      within,
      noneWithoutProgram: noneWithoutProgram === true,
      names,
    };
  }

  #pattern(keys: KeyPath, value: unknown): Pattern | undefined {
    const source = this.#problems.text(keys, value, 500);
    if (source === undefined) return undefined;
    const pattern = patternOf(source);
    return typeof pattern === 'string' ? this.#problems.add(keys, `${source} ${pattern}`) : pattern;
  }

  #spec(keys: KeyPath, value: unknown): string | undefined {
    const name = this.#problems.text(keys, value, 200) ?? '';
    return this.#known.specs.has(name) ? name : this.#problems.unknown(keys, 'spec', name, this.#known.specs);
  }

  #host(keys: KeyPath, value: unknown): Condition | undefined {
    const read = this.#problems.mapping(keys, value, ['os', 'version', 'container']);
    if (!read) return undefined;
    const { os, version, container } = read;
    if (container !== undefined && typeof container !== 'boolean')
      this.#problems.wrong([...keys, 'container'], container, 'true, false');
    const bounds =
      version === undefined ? {} : this.#problems.mapping([...keys, 'version'], version, boundWords);
    return {
      kind: 'host',
      os: os === undefined ? undefined : this.#problems.texts([...keys, 'os'], os, 50),
      version: boundWords.flatMap((operator) => {
        const bound = this.#problems.text([...keys, 'version', operator], bounds?.[operator], 20);
        if (bound === undefined) return [];
        if (/^\d+(?:\.\d+)*$/.test(bound)) return [{ operator, value: bound }];
        this.#problems.wrong([...keys, 'version', operator], bound, "a version in quotes, such as '9.4'");
        return [];
      }),
      container: typeof container === 'boolean' ? container : undefined,
    };
  }
}

/** The table with a name. */
export function tableOf(tables: FactTables, name: string): FactTable | undefined {
  return Object.hasOwn(tables, name) ? tables[name] : undefined;
}

/** The column with a name. */
export function columnOf(table: FactTable | undefined, name: string): Column | undefined {
  return table && Object.hasOwn(table.columns, name) ? table.columns[name] : undefined;
}
