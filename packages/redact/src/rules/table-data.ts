import { lowerPattern } from '../match/lower-pattern.js';
import type { Rule } from '../match/rule.js';
import type { SecretColumns } from './column-row.js';

/** The tables of this package. */
export interface Tables {
  readonly allRules: readonly Rule[];
  readonly keywordProbes: readonly number[];
  readonly secretColumns: readonly SecretColumns[];
}

/** A row with an index in place of each expression. */
type Data<T> = { readonly [K in keyof T]: RegExp extends T[K] ? number : T[K] };

interface TableData {
  /** The source and the flags of each expression. */
  readonly expressions: readonly (readonly [string, string])[];
  readonly rules: readonly Data<Rule>[];
  readonly columns: readonly Data<SecretColumns>[];
  readonly keywordProbes: readonly number[];
}

/**
 * The JSON of tables, without the examples of rules. JSON loads faster than code, most expressions of a table are never used, and examples
 * are only for who checks a rule.
 */
export function tableData({ allRules, secretColumns, keywordProbes }: Tables): string {
  const indexes = new Map<string, number>();
  const expressions: [string, string][] = [];
  const indexOf = (expression: RegExp): number => {
    const { flags } = expression;
    const source = expression.ignoreCase ? lowerPattern(expression) : expression.source;
    const key = `${flags}/${source}`;
    const index = indexes.get(key) ?? expressions.push([source, flags]) - 1;
    indexes.set(key, index);
    return index;
  };
  const dataOf = (row: object): object =>
    Object.fromEntries(
      Object.entries(row).map(([field, value]) => [field, value instanceof RegExp ? indexOf(value) : value]),
    );
  const rules = allRules.map(({ matches: _, others: __, ...rule }) => dataOf(rule));
  const columns = secretColumns.map(dataOf);
  return JSON.stringify({ rules, columns, expressions, keywordProbes });
}

/** The tables of some JSON, without examples. An expression is compiled when a row first gives it; rows with the same one share it. */
export function tablesOf(json: string): Tables {
  const { expressions, rules, columns, keywordProbes }: TableData = JSON.parse(json);
  const compiled: RegExp[] = [];
  const expression = (index: number | undefined): RegExp | undefined => {
    if (index === undefined) return undefined;
    compiled[index] ??= new RegExp(...(expressions[index] as [string, string]));
    return compiled[index];
  };
  return {
    allRules: rules.map((row) => new RuleRow(row, expression) as unknown as Rule),
    secretColumns: columns.map((row) => new ColumnsRow(row, expression) as unknown as SecretColumns),
    keywordProbes,
  };
}

// Classes, because getters in each object take ten times as long to make.

type Expression = (index: number | undefined) => RegExp | undefined;

class RuleRow {
  readonly id;
  readonly keywords;
  readonly entropy;
  readonly rest;
  readonly block;
  readonly steps;
  readonly matches = [];
  readonly others = [];
  readonly #row;
  readonly #expression;

  constructor(row: Data<Rule>, expression: Expression) {
    this.id = row.id;
    this.keywords = row.keywords;
    this.entropy = row.entropy;
    this.rest = row.rest;
    this.block = row.block;
    this.steps = row.steps;
    this.#row = row;
    this.#expression = expression;
  }

  get pattern() {
    return this.#expression(this.#row.pattern);
  }
  get allowed() {
    return this.#expression(this.#row.allowed);
  }
  get unless() {
    return this.#expression(this.#row.unless);
  }
  get notAt() {
    return this.#expression(this.#row.notAt);
  }
}

class ColumnsRow {
  readonly doc;
  readonly paths;
  readonly words;
  readonly placeWords;
  readonly table;
  readonly folded;
  readonly #row;
  readonly #expression;

  constructor(row: Data<SecretColumns>, expression: Expression) {
    this.doc = row.doc;
    this.paths = row.paths;
    this.words = row.words;
    this.placeWords = row.placeWords;
    this.table = row.table;
    this.folded = row.folded;
    this.#row = row;
    this.#expression = expression;
  }

  get line() {
    return this.#expression(this.#row.line);
  }
  get allowed() {
    return this.#expression(this.#row.allowed);
  }
  get after() {
    return this.#expression(this.#row.after);
  }
  get within() {
    return this.#expression(this.#row.within);
  }
}
