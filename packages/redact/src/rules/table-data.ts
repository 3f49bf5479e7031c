import type { Rule } from '../match/rule.js';
import type { SecretColumns } from './column-row.js';

/** The tables of this package. */
export interface Tables {
  readonly allRules: readonly Rule[];
  readonly secretColumns: readonly SecretColumns[];
}

type Row = Record<string, unknown>;

interface TableData {
  /** The source and the flags of each expression. */
  readonly expressions: readonly (readonly [string, string])[];
  /** The fields of rows that are expressions, each an index of `expressions`. */
  readonly fields: readonly string[];
  readonly rules: readonly Row[];
  readonly columns: readonly Row[];
}

const noExamples = { matches: [], others: [] };

/**
 * The JSON of tables, without the examples of rules. JSON loads faster than code, most expressions of a table are never used, and examples
 * are only for who checks a rule.
 */
export function tableData({ allRules, secretColumns }: Tables): string {
  const indexes = new Map<string, number>();
  const expressions: [string, string][] = [];
  const fields = new Set<string>();
  const indexOf = ({ source, flags }: RegExp): number => {
    const key = `${flags}/${source}`;
    const index = indexes.get(key) ?? expressions.push([source, flags]) - 1;
    indexes.set(key, index);
    return index;
  };
  const rowsOf = (rows: readonly object[]): Row[] =>
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([field, value]) => {
          if (!(value instanceof RegExp)) return [field, value];
          fields.add(field);
          return [field, indexOf(value)];
        }),
      ),
    );
  const rules = rowsOf(allRules.map(({ matches: _, others: __, ...rule }) => rule));
  const columns = rowsOf(secretColumns);
  const data: TableData = { rules, columns, expressions, fields: [...fields] };
  return JSON.stringify(data);
}

/** The tables of some JSON, without examples. An expression is compiled when a row first gives it; rows with the same one share it. */
export function tablesOf(json: string): Tables {
  const { expressions, fields, rules, columns }: TableData = JSON.parse(json);
  const compiled: RegExp[] = [];
  const expression = (index: number): RegExp => {
    compiled[index] ??= new RegExp(...(expressions[index] as [string, string]));
    return compiled[index];
  };
  const withExpressions = (row: Row): Row => {
    for (const field of fields) {
      const index = row[field];
      if (typeof index === 'number')
        Object.defineProperty(row, field, { enumerable: true, get: () => expression(index) });
    }
    return row;
  };
  return {
    allRules: rules.map((rule) => withExpressions({ ...rule, ...noExamples })) as unknown as readonly Rule[],
    secretColumns: columns.map(withExpressions) as unknown as readonly SecretColumns[],
  };
}
