import { backslashed, commonPattern, type Dialect } from './dialect.js';
import { invalid } from './invalid.js';

/** The dialect of Spark. */
export const spark: Dialect = {
  types: {
    text: 'STRING',
    day: 'DATE',
    time: 'TIMESTAMP_NTZ',
    integer: 'BIGINT',
    real: 'DOUBLE',
    boolean: 'BOOLEAN',
  },
  once: '',
  quoted: backslashed,
  named,
  rowsOf({ paths }) {
    const pattern = paths.find((path) => /[*?{}[\]\\]/.test(path));
    if (pattern !== undefined)
      throw invalid(pattern, 'is a pattern for Spark', 'a location without * ? { } [ ] \\');
    return `parquet.${named(commonPattern(paths))}`;
  },
  parameter: (name) => name,
  call: (name, values) => `${name}(${Object.values(values).join(', ')})`,
  lines: (from, column, columns) => `SELECT ${columns}, CAST(at + 1 AS BIGINT) AS n, text FROM (
      SELECT ${columns}, posexplode(split(${column}, '\n')) AS (at, text) FROM ${from})`,
  define: ({ name, parameters, sql }) =>
    parameters
      ? `CREATE OR REPLACE FUNCTION ${name}(${Object.entries(parameters)
          .map(([parameter, kind]) => `${parameter} ${spark.types[kind]}`)
          .join(', ')}) RETURNS TABLE RETURN ${sql}`
      : `CREATE OR REPLACE VIEW ${named(name)} AS ${sql}`,
};

function named(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}
