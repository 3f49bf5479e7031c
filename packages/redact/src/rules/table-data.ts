import { lowerPattern, tokensOf } from '../match/lower-pattern.js';
import type { Rule, ValueTest } from '../match/rule.js';
import type { SecretColumns } from './column-row.js';

/** The tables of this package. */
export interface Tables {
  readonly allRules: readonly Rule[];
  readonly keywordProbes: readonly number[];
  readonly secretColumns: readonly SecretColumns[];
}

type Row = Record<string, unknown>;

/** Rows as a list of values for each field, because these compress better. A value is null in a row without the field. */
type Fields = Record<string, readonly unknown[]>;

interface TableData {
  /** The source and the flags of each expression. Rows have indexes of this list. */
  readonly expressions: readonly (readonly [string, string])[];
  readonly probes: readonly number[];
  readonly rules: Fields;
  readonly columns: Fields;
}

/** The parts of a pattern between its outermost bars. */
function alternativesOf(source: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const token of tokensOf(source)) {
    if (token.startsWith('(')) depth++;
    if (token === ')') depth--;
    if (token === '|' && depth === 0) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts;
}

const noExamples = { matches: [], others: [] };

function fieldsOf(rows: readonly object[], stored: (value: unknown, field: string) => unknown): Fields {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return Object.fromEntries(
    names.map((name) => [name, rows.map((row) => stored((row as Row)[name], name) ?? null)]),
  );
}

function rowsOf(fields: Fields): Row[] {
  const entries = Object.entries(fields);
  const rows: Row[] = (entries[0]?.[1] ?? []).map(() => ({}));
  for (const [name, values] of entries)
    for (let at = 0; at < values.length; at++) if (values[at] !== null) (rows[at] as Row)[name] = values[at];
  return rows;
}

/**
 * The JSON of tables, without the examples of rules. JSON loads faster than code, most expressions of a table are never used, and examples
 * are only for who checks a rule.
 */
export function tableData({ allRules, keywordProbes, secretColumns }: Tables): string {
  const indexes = new Map<string, number>();
  const expressions: [string, string][] = [];
  const indexOf = (expression: RegExp): number => {
    const { flags } = expression;
    const source = lowerPattern(expression);
    const key = `${flags}/${source}`;
    const index = indexes.get(key) ?? expressions.push([source, flags]) - 1;
    indexes.set(key, index);
    return index;
  };
  const stored = (value: unknown, field: string): unknown => {
    if (!(value instanceof RegExp)) return value;
    if (field !== 'allowed') return indexOf(value);
    return alternativesOf(value.source).map((source) => indexOf(new RegExp(source, value.flags)));
  };
  const rules = fieldsOf(
    allRules.map(({ matches: _, others: __, ...rule }) => rule),
    stored,
  );
  const columns = fieldsOf(secretColumns, stored);
  const data: TableData = { rules, columns, expressions, probes: keywordProbes };
  return JSON.stringify(data);
}

/** The tables of some JSON, without examples. An expression is compiled when a row first gives it; rows with the same one share it. */
export function tablesOf(json: string): Tables {
  const { expressions, probes, rules, columns }: TableData = JSON.parse(json);
  const compiled: RegExp[] = [];
  const expression = (index: unknown): RegExp | undefined => {
    if (typeof index !== 'number') return undefined;
    compiled[index] ??= new RegExp(...(expressions[index] as [string, string]));
    return compiled[index];
  };
  /** Rows share most of what is no secret, which takes long to compile. */
  const anyOf = (indexes: unknown): ValueTest | undefined =>
    Array.isArray(indexes)
      ? { test: (text) => indexes.some((index) => expression(index)?.test(text)) }
      : undefined;
  const ruleOf = (row: Row) => ({
    ...row,
    ...noExamples,
    get pattern() {
      return expression(row.pattern);
    },
    get allowed() {
      return anyOf(row.allowed);
    },
    get unless() {
      return expression(row.unless);
    },
    get notAt() {
      return expression(row.notAt);
    },
  });
  const columnsOf = (row: Row) => ({
    ...row,
    get line() {
      return expression(row.line);
    },
    get allowed() {
      return anyOf(row.allowed);
    },
    get after() {
      return expression(row.after);
    },
    get within() {
      return expression(row.within);
    },
  });
  return {
    allRules: rowsOf(rules).map(ruleOf) as unknown as readonly Rule[],
    keywordProbes: probes,
    secretColumns: rowsOf(columns).map(columnsOf) as unknown as readonly SecretColumns[],
  };
}
