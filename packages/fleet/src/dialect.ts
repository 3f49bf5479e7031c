import { type ColumnKind, type FleetTable, sqlTypes } from './tables.js';

/** Files with rows of a table. */
export interface Files {
  readonly columns: FleetTable['columns'];
  /** Paths or addresses. */
  readonly paths: readonly string[];
}

/** The parameters of a view, with their kinds. */
type Parameters = Readonly<Record<string, 'day' | 'text'>>;

/** A view of a fleet. */
export interface View {
  readonly name: string;
  /** Default: none. */
  readonly parameters?: Parameters;
  /** The SELECT statement of the view. */
  readonly sql: string;
}

/** The differences between the engines that read a fleet. All other SQL is the same for each. */
export interface Dialect {
  /** The type of each kind of column. Each column can be NULL. */
  readonly types: Readonly<Record<ColumnKind, string>>;
  /** The word after AS with which the engine computes a part of WITH once, even if a question uses it twice. */
  readonly once: string;
  quoted(text: string): string;
  /** Quotes a name that could be a word of the engine. */
  named(name: string): string;
  /** A part of FROM with the rows of files, of which there is at least one. @throws UsageError for a path that it cannot read. */
  rowsOf(files: Files): string;
  /** The value of a parameter, inside the question of its view. */
  parameter(name: string, kind: Parameters[string]): string;
  /** A part of FROM with a view and values for its parameters. */
  call(name: string, values: Readonly<Record<string, string>>): string;
  /** Repeats each row for each line of a text column, with the line as `text` and its number as `n`. */
  lines(from: string, column: string, columns: string): string;
  /** The statement that creates or replaces a view. */
  define(view: View): string;
}

/** The dialect of DuckDB. */
export const duckdb: Dialect = {
  types: sqlTypes,
  once: 'MATERIALIZED',
  quoted: (text) => `'${text.replaceAll("'", "''")}'`,
  named: (name) => `"${name}"`,
  rowsOf: ({ paths }) => `read_parquet([${paths.map(duckdb.quoted).join(', ')}])`,
  parameter: (name, kind) => (kind === 'day' ? `CAST(${name} AS DATE)` : name),
  call: (name, values) => `${name}(${Object.values(values).join(', ')})`,
  lines: (from, column, columns) => `SELECT ${columns}, unnest(string_split(${column}, '\n')) AS text,
    generate_subscripts(string_split(${column}, '\n'), 1) AS n FROM ${from}`,
  define: ({ name, parameters, sql }) =>
    parameters
      ? `CREATE OR REPLACE MACRO ${name}(${Object.keys(parameters).join(', ')}) AS TABLE ${sql}`
      : `CREATE OR REPLACE VIEW ${duckdb.named(name)} AS ${sql}`,
};

/** A text as a literal in which a backslash escapes. */
export function backslashed(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

/** A pattern for all paths, which must be in one directory. */
export function commonPattern(paths: readonly string[]): string {
  const [first = ''] = paths;
  if (paths.length === 1) return first;
  const directory = first.slice(0, first.lastIndexOf('/') + 1);
  return `${directory}{${paths.map((path) => path.slice(directory.length)).join(',')}}`;
}

/** Columns of one of several joined tables, without the name of the table, which some engines would put before them. */
export function columnsFrom(table: string, columns: readonly string[]): string {
  return columns.map((column) => `${table}.${column} AS ${column}`).join(', ');
}

/** A part of FROM with the rows of files; with no rows if there are no files. */
export function rowsIn(dialect: Dialect, files: Files): string {
  if (files.paths.length > 0) return dialect.rowsOf(files);
  const nulls = Object.entries(files.columns).map(
    ([column, kind]) => `CAST(NULL AS ${dialect.types[kind]}) AS ${column}`,
  );
  return `(SELECT ${nulls.join(', ')} WHERE 1 = 0)`;
}
