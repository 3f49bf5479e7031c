/** How a column is kept. */
type ColumnKind = 'text' | 'day' | 'time' | 'integer';

/** The type of each kind of column, in DuckDB's words. */
const sqlTypes: Readonly<Record<ColumnKind, string>> = {
  text: 'VARCHAR',
  day: 'DATE',
  time: 'TIMESTAMP',
  integer: 'BIGINT',
};

/** A table of the fleet. */
export interface FleetTable {
  readonly columns: Readonly<Record<string, ColumnKind>>;
  /** The day that a row is filed under. */
  readonly filed: 'day' | 'first_day';
  readonly order: readonly string[];
}

/** The tables that are kept in files by day, by name. */
export const tables = {
  runs: {
    columns: {
      run_id: 'text',
      host_id: 'text',
      name: 'text',
      hostname: 'text',
      machine_id: 'text',
      boot_id: 'text',
      started: 'time',
      day: 'day',
      turn: 'integer',
      tool: 'text',
      interrupted: 'text',
      finding: 'text',
      specs: 'text',
      collected: 'integer',
      missing: 'integer',
    },
    filed: 'day',
    order: ['name', 'started'],
  },
  outcomes: {
    columns: {
      host_id: 'text',
      day: 'day',
      as_of: 'day',
      turn: 'integer',
      spec: 'text',
      status: 'text',
      reason: 'text',
      content_id: 'text',
    },
    filed: 'day',
    order: ['spec', 'status', 'host_id'],
  },
  items: {
    columns: {
      host_id: 'text',
      day: 'day',
      turn: 'integer',
      spec: 'text',
      path: 'text',
      source: 'text',
      bytes: 'integer',
      sha256: 'text',
      stable_id: 'text',
    },
    filed: 'day',
    order: ['spec', 'path', 'stable_id', 'host_id'],
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
  },
} as const satisfies Readonly<Record<string, FleetTable>>;

/** The name of a table. */
export type TableName = keyof typeof tables;

/** The names of all tables. */
export const tableNames = Object.keys(tables) as TableName[];

/** The columns of a table, for a statement. */
export function columnList(name: TableName): string {
  return Object.keys(tables[name].columns).join(', ');
}

/** The columns of a table with their types, for a statement. */
export function columnTypes(name: TableName): string {
  return Object.entries(tables[name].columns)
    .map(([column, kind]) => `${column} ${sqlTypes[kind]}`)
    .join(', ');
}
