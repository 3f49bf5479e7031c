import { backslashed, commonPattern, type Dialect } from './dialect.js';
import { invalid } from './invalid.js';
import type { ColumnKind } from './tables.js';

const types: Readonly<Record<ColumnKind, string>> = {
  text: 'Nullable(String)',
  // Date ends in 2149, before the end of some certificates.
  day: 'Nullable(Date32)',
  time: "Nullable(DateTime64(6, 'UTC'))",
  integer: 'Nullable(Int64)',
  real: 'Nullable(Float64)',
  boolean: 'Nullable(Bool)',
};

/** The dialect of ClickHouse. */
export const clickhouse: Dialect = {
  types,
  once: 'MATERIALIZED',
  quoted: backslashed,
  named: (name) => `"${name}"`,
  rowsOf({ columns, paths }) {
    const pattern = paths.find((path) => /[*?{}]/.test(path));
    if (pattern !== undefined)
      throw invalid(pattern, 'is a pattern for ClickHouse', 'a location without * ? { }');
    const [first = ''] = paths;
    const structure = Object.entries(columns).map(([name, kind]) => `${name} ${types[kind]}`);
    return `${readerOf(first)}(${backslashed(commonPattern(paths))}, 'Parquet', ${backslashed(structure.join(', '))})`;
  },
  parameter: (name, kind) => `{${name}:${kind === 'day' ? 'Date32' : 'String'}}`,
  call: (name, values) =>
    `${name}(${Object.entries(values)
      .map(([parameter, value]) => `${parameter} = ${value}`)
      .join(', ')})`,
  lines: (
    from,
    column,
    columns,
  ) => `SELECT ${columns}, CAST(tupleElement(pair, 1) AS Int64) AS n, tupleElement(pair, 2) AS text FROM (
      SELECT ${columns}, arrayJoin(arrayZip(arrayEnumerate(parts), parts)) AS pair FROM (
        SELECT ${columns}, splitByChar('\n', coalesce(${column}, '')) AS parts FROM ${from}))`,
  // Without this setting, a row without a partner would have '' and 0, like real values.
  define: ({ name, sql }) =>
    `CREATE OR REPLACE VIEW ${clickhouse.named(name)} AS SELECT * FROM (${sql}) SETTINGS join_use_nulls = 1`,
};

function readerOf(path: string): string {
  if (/^https?:/.test(path)) return 'url';
  return /^s3:/.test(path) ? 's3' : 'file';
}
