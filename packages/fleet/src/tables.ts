import { type FactTable, factTables } from '@hostspec/parse/facts';

/** A value of a row: text, a number, a truth value, or a day or time in milliseconds since the epoch. */
export type Value = string | number | boolean | undefined;

/** A row to store, by column. */
export type Row = Readonly<Record<string, Value>>;

/** The kind of a column. */
export type ColumnKind = 'text' | 'day' | 'time' | 'integer' | 'real' | 'boolean';

/** The type of each kind of column, in DuckDB's words. */
export const sqlTypes: Readonly<Record<ColumnKind, string>> = {
  text: 'VARCHAR',
  day: 'DATE',
  time: 'TIMESTAMP',
  integer: 'BIGINT',
  real: 'DOUBLE',
  boolean: 'BOOLEAN',
};

/** A table of the fleet. */
export interface FleetTable {
  readonly columns: Readonly<Record<string, ColumnKind>>;
  /** The day that a row is filed under. */
  readonly filed: 'day' | 'first_day';
  readonly order: readonly string[];
  /** The column that identifies content, which other rows refer to; rows with a known id are not stored again. Undefined for rows of a host. */
  readonly id?: 'content_id' | 'stable_id' | 'facts_id';
}

/** Running processes differ at each collection, which would be a change each day. */
type FactName = Exclude<keyof typeof factTables, 'process'>;

/** The tables of typed facts that a fleet stores. */
export const keptFacts: readonly FactTable[] = Object.values<FactTable>(factTables).filter(
  ({ name }) => name !== 'process',
);

const outcomeColumns = {
  host_id: 'text',
  day: 'day',
  turn: 'integer',
  spec: 'text',
  status: 'text',
  reason: 'text',
  incomplete: 'text',
  content_id: 'text',
} as const satisfies FleetTable['columns'];

const coreTables = {
  runs: {
    columns: {
      run_id: 'text',
      host_id: 'text',
      name: 'text',
      hostname: 'text',
      machine_id: 'text',
      boot_id: 'text',
      booted: 'time',
      started: 'time',
      day: 'day',
      turn: 'integer',
      tool: 'text',
      interrupted: 'text',
      mapped: 'text',
      finding: 'text',
      container: 'boolean',
      specs: 'text',
      collected: 'integer',
      missing: 'integer',
    },
    filed: 'day',
    order: ['name', 'started'],
  },
  outcomes: {
    columns: {
      ...outcomeColumns,
      old_status: 'text',
      old_content_id: 'text',
    },
    filed: 'day',
    // The history of a host is in few places, and what changed on a day is all of its rows.
    order: ['host_id', 'spec'],
  },
  items: {
    columns: {
      content_id: 'text',
      spec: 'text',
      first_day: 'day',
      path: 'text',
      source: 'text',
      bytes: 'integer',
      sha256: 'text',
      stable_id: 'text',
      facts_id: 'text',
    },
    filed: 'first_day',
    order: ['spec', 'content_id', 'path'],
    id: 'content_id',
  },
  measures: {
    columns: {
      host_id: 'text',
      day: 'day',
      turn: 'integer',
      spec: 'text',
      key: 'text',
      item: 'text',
      number: 'real',
    },
    filed: 'day',
    order: ['spec', 'key', 'host_id'],
  },
  contents: {
    columns: {
      stable_id: 'text',
      spec: 'text',
      first_day: 'day',
      sha256: 'text',
      bytes: 'integer',
      exact: 'integer',
      text: 'text',
    },
    filed: 'first_day',
    order: ['spec', 'stable_id'],
    id: 'stable_id',
  },
  facts_kv: {
    columns: {
      stable_id: 'text',
      spec: 'text',
      first_day: 'day',
      section: 'text',
      key: 'text',
      value: 'text',
      number: 'real',
      line: 'integer',
    },
    filed: 'first_day',
    order: ['spec', 'key', 'value'],
    id: 'stable_id',
  },
} as const satisfies Readonly<Record<string, FleetTable>>;

/** The name of a table. */
export type TableName = keyof typeof coreTables | FactName;

/** The columns of a table of facts that the fleet stores: not the volatile ones, which are in `measures`, nor those that come from other tables. */
export function keptColumns({ columns }: FactTable): string[] {
  return Object.keys(columns).filter(
    (name) => !columns[name]?.volatile && columns[name]?.joined === undefined,
  );
}

function tableOf(facts: FactTable): FleetTable {
  const columns = keptColumns(facts).map((name) => [name, facts.columns[name]?.type ?? 'text'] as const);
  return {
    columns: {
      ...{
        facts_id: 'text',
        spec: 'text',
        first_day: 'day',
        part: 'integer',
        rank: 'integer',
        line: 'integer',
      },
      ...Object.fromEntries(columns),
    },
    filed: 'first_day',
    order: [...columns.map(([name]) => name).slice(0, 2), 'facts_id'],
    id: 'facts_id',
  };
}

const factTablesByName = Object.fromEntries(
  keptFacts.map((facts) => [facts.name, tableOf(facts)]),
) as Readonly<Record<FactName, FleetTable>>;

/** The tables that are stored in files by day, by name. */
export const tables: Readonly<Record<TableName, FleetTable>> = { ...coreTables, ...factTablesByName };

/** The names of all tables. */
export const tableNames = Object.keys(tables) as TableName[];

/** The columns of the hosts, which are in one file. */
export const hostColumns = {
  host_id: 'text',
  name: 'text',
  groups: 'text',
  first_day: 'day',
  last_day: 'day',
} as const satisfies FleetTable['columns'];

/** The columns of `latest_host`. */
export const latestHostColumns: FleetTable['columns'] = {
  host_id: 'text',
  ...Object.fromEntries(Object.entries(factTables.host.columns).map(([name, { type }]) => [name, type])),
  spec: 'text',
  item: 'text',
  line: 'integer',
  as_of: 'day',
};

/** The columns of the latest state of hosts: those of `latest_host`, and the fullest of the file systems on disks. */
const latestColumns: FleetTable['columns'] = {
  ...latestHostColumns,
  disk: factTables.filesystem.columns.used_percent.type,
  inodes: factTables.filesystem.columns.inodes_used_percent.type,
};

/** What is derived from rows of archives: the hosts, all outcomes at the end of a day, and the latest state of the hosts. */
const derivedTables = {
  hosts: { columns: hostColumns, order: ['name', 'host_id'] },
  full_outcomes: { columns: { ...outcomeColumns, as_of: 'day' }, order: ['spec', 'status', 'host_id'] },
  latest: { columns: latestColumns, order: [] },
} as const satisfies Readonly<Record<string, Pick<FleetTable, 'columns' | 'order'>>>;

/** What a file of rows is of. */
export type FileTable = TableName | keyof typeof derivedTables;

/** The names of what files are of. */
export const fileTables: readonly FileTable[] = [
  ...tableNames,
  ...(Object.keys(derivedTables) as (keyof typeof derivedTables)[]),
];

/** True for a table whose rows come from archives, and are in files by day. */
export function isByDay(name: FileTable): name is TableName {
  return name in tables;
}

/** True for a table of contents, which several hosts can have. */
export function isOfContents(name: FileTable): boolean {
  return isByDay(name) && tables[name].id !== undefined;
}

/** The columns of a table. */
export function columnsOf(name: FileTable): FleetTable['columns'] {
  return isByDay(name) ? tables[name].columns : derivedTables[name].columns;
}

/** The columns that the rows of a filed table are sorted by. */
export function orderOf(name: FileTable): readonly string[] {
  return isByDay(name) ? [...tables[name].order, tables[name].filed] : derivedTables[name].order;
}

/** The columns of a table, for a statement. */
export function columnList(name: FileTable): string {
  return Object.keys(columnsOf(name)).join(', ');
}

/** Columns that all rows of a run share, as SQL over a row `r` of `runs`. */
export const runColumns: Readonly<Record<string, string>> = {
  host_id: 'r.host_id',
  day: 'r.day',
  turn: 'r.turn',
};

/** Columns with their types, for a statement. */
export function columnTypes(columns: FleetTable['columns']): string {
  return Object.entries(columns)
    .map(([column, kind]) => `${column} ${sqlTypes[kind]}`)
    .join(', ');
}
