import type { DuckDBAppender } from '@duckdb/node-api';
import type { Engine } from './engine.js';
import { dayLength } from './fleet-state.js';
import type { Run, Said } from './read-run.js';
import {
  type ColumnKind,
  columnTypes,
  type FleetTable,
  type Row,
  runColumns,
  sqlTypes,
  type TableName,
  tableNames,
  tables,
  type Value,
} from './tables.js';

/** Runs that are being loaded into tables of the engine. */
export type Loading = Awaited<ReturnType<typeof startLoading>>;

/** About how much memory a row takes, in characters. */
const rowSize = 200;

/**
 * Loads the rows of runs into tables of the engine whose names begin with `new_`. A row of `new_runs` has the number of its run as `n`.
 * Rows that several hosts share are loaded once: loading a row takes longer than looking it up.
 */
export async function startLoading(engine: Engine) {
  const loaded = new Map<TableName, LoadedTable>();
  const said = new Map<TableName, SaidTable>();
  for (const name of tableNames) {
    const { id, columns } = tables[name];
    if (name === 'runs' || name === 'contents') loaded.set(name, await ownRows(engine, name, columns));
    else if (id === undefined) loaded.set(name, await sharedRows(engine, name, columns));
    else said.set(name, await saidRows(engine, name, id, columns));
  }
  let [runs, rows, text] = [0, 0, 0];
  return {
    add(run: Run): void {
      for (const [name, own] of run.rows) rows += loaded.get(name)?.add(runs, own) ?? 0;
      for (const each of run.said) text += said.get(each.table)?.add(each) ?? 0;
      text += run.text;
      runs++;
    },
    /** How many runs there are. */
    runs: () => runs,
    /** About how much memory the rows take, in characters. */
    size: () => text + rows * rowSize,
    /** Ends loading. Returns the tables with rows. */
    end(): TableName[] {
      for (const table of [...loaded.values(), ...said.values()]) table.end();
      return tableNames.filter((name) => (loaded.get(name) ?? said.get(name))?.isFilled());
    },
  };
}

interface LoadedTable {
  /** Adds the rows of a run. Returns how many were put into the engine. */
  add(run: number, rows: readonly Row[]): number;
  isFilled(): boolean;
  end(): void;
}

/** Loads the rows of runs, and those of contents, each content once. */
async function ownRows(
  { run, library, connection }: Engine,
  name: TableName,
  columns: FleetTable['columns'],
): Promise<LoadedTable> {
  const { id } = tables[name];
  const number = name === 'runs' ? 'n INTEGER, ' : '';
  await run(`CREATE OR REPLACE TABLE new_${name} (${number}${columnTypes(columns)})`);
  const appender = await connection.createAppender(`new_${name}`);
  const known = new Set<Value>();
  let isFilled = false;
  return {
    add(n, rows) {
      // Of two runs that were read at once, both can be the first with a content.
      const fresh = id === undefined ? rows : rows.filter((row) => !known.has(row[id]));
      for (const row of fresh) {
        if (name === 'runs') appender.appendInteger(n);
        appendRow(library, appender, columns, row);
      }
      if (id !== undefined) for (const row of fresh) known.add(row[id]);
      isFilled ||= fresh.length > 0;
      return fresh.length;
    },
    isFilled: () => isFilled,
    end: () => appender.closeSync(),
  };
}

interface SaidTable extends Pick<LoadedTable, 'isFilled' | 'end'> {
  /** Adds what a content says. Returns how many characters were put into the engine. */
  add(said: Said): number;
}

/** The types that columns have in JSON, if they differ. */
const jsonTypes: Readonly<Partial<Record<ColumnKind, string>>> = { time: 'BIGINT' };

/**
 * Loads the facts of contents. The engine parses those of a content from one JSON text: appending each value takes four times as long.
 */
async function saidRows(
  { run, library, connection }: Engine,
  name: TableName,
  named: string,
  columns: FleetTable['columns'],
): Promise<SaidTable> {
  const own = Object.entries(columns).filter(([column]) => ![named, 'spec', 'first_day'].includes(column));
  const shape = own.map(([column, kind]) => [column, [jsonTypes[kind] ?? sqlTypes[kind]]]);
  const values = own.map(([column, kind]) => {
    const value = `unnest(own.${column})`;
    return `${kind === 'time' ? `make_timestamp(${value} * 1000)` : value} AS ${column}`;
  });
  await run(
    `CREATE OR REPLACE TABLE said_${name} (${named} VARCHAR, spec VARCHAR, first_day DATE, rows VARCHAR)`,
  );
  await run(`CREATE OR REPLACE VIEW new_${name} AS SELECT ${named}, spec, first_day, ${values.join(', ')}
    FROM (SELECT ${named}, spec, first_day, from_json(rows, '${JSON.stringify(Object.fromEntries(shape))}') AS own FROM said_${name})`);
  const appender = await connection.createAppender(`said_${name}`);
  const known = new Set<string>();
  return {
    add({ id, spec, day, rows }) {
      // Of two runs that were read at once, both can be the first with a content.
      if (known.has(id)) return 0;
      known.add(id);
      const text = columnsText(own, rows);
      appender.appendVarchar(id);
      appender.appendVarchar(spec);
      appender.appendDate(new library.DuckDBDateValue(day / dayLength));
      appender.appendVarchar(text);
      appender.endRow();
      return text.length;
    },
    isFilled: () => known.size > 0,
    end: () => appender.closeSync(),
  };
}

/** The columns of rows as JSON. */
function columnsText(
  kinds: readonly (readonly [name: string, kind: ColumnKind])[],
  rows: readonly Row[],
): string {
  const columns = Object.fromEntries(
    kinds.map(([name, kind]) => [name, rows.map((row) => jsonValue(kind, row[name]))]),
  );
  const text = JSON.stringify(columns);
  // The engine refuses half of a surrogate pair.
  return /\\ud[89a-f]/.test(text)
    ? JSON.stringify(columns, (_, value) =>
        typeof value === 'string' ? Buffer.from(value).toString() : value,
      )
    : text;
}

function jsonValue(kind: ColumnKind, value: Value): Value {
  return typeof value === 'number' && (kind === 'integer' || kind === 'time') ? Math.trunc(value) : value;
}

/** Loads the rows of hosts: each row that several runs share once, and for each run the list of its rows. */
async function sharedRows(
  { run, library, connection }: Engine,
  name: TableName,
  columns: FleetTable['columns'],
): Promise<LoadedTable> {
  const shared = Object.fromEntries(Object.entries(columns).filter(([column]) => !(column in runColumns)));
  await run(`CREATE OR REPLACE TABLE shared_${name} (nth INTEGER, ${columnTypes(shared)})`);
  await run(`CREATE OR REPLACE TABLE lists_${name} (n INTEGER, list VARCHAR)`);
  const ofRun = Object.entries(runColumns).map(([column, sql]) => `${sql} AS ${column}`);
  await run(`CREATE OR REPLACE VIEW new_${name} AS SELECT ${ofRun.join(', ')}, s.* FROM new_runs r
    JOIN (SELECT n, CAST(unnest(string_split(list, ',')) AS INTEGER) AS nth FROM lists_${name}) l ON l.n = r.n JOIN shared_${name} s ON s.nth = l.nth`);
  const appender = await connection.createAppender(`shared_${name}`);
  const lists = await connection.createAppender(`lists_${name}`);
  const known = new Map<Row, number>();
  return {
    add(n, rows) {
      const before = known.size;
      const list = rows.map((row) => {
        const nth = known.get(row);
        if (nth !== undefined) return nth;
        const next = known.size;
        known.set(row, next);
        appender.appendInteger(next);
        appendRow(library, appender, shared, row);
        return next;
      });
      lists.appendInteger(n);
      lists.appendVarchar(list.join(','));
      lists.endRow();
      return known.size - before;
    },
    isFilled: () => known.size > 0,
    end() {
      appender.closeSync();
      lists.closeSync();
    },
  };
}

type Library = Engine['library'];

function appendRow(
  library: Library,
  appender: DuckDBAppender,
  columns: FleetTable['columns'],
  row: Row,
): void {
  for (const [column, kind] of Object.entries(columns)) append(library, appender, kind, row[column]);
  appender.endRow();
}

function append(
  library: Library,
  appender: DuckDBAppender,
  kind: FleetTable['columns'][string],
  value: Value,
): void {
  if (value === undefined) appender.appendNull();
  else if (kind === 'text') appender.appendVarchar(String(value));
  else if (kind === 'boolean') appender.appendBoolean(value === true);
  else if (kind === 'real') appender.appendDouble(Number(value));
  else if (kind === 'integer') appender.appendBigInt(BigInt(Math.trunc(Number(value))));
  else if (kind === 'day') appender.appendDate(new library.DuckDBDateValue(Number(value) / dayLength));
  else appender.appendTimestamp(new library.DuckDBTimestampValue(BigInt(Math.trunc(Number(value))) * 1000n));
}
