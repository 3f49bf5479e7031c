import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as DuckDb from '@duckdb/node-api';
import { openArchivesDirectory } from '@hostspec/archive';
import { duckdb, rowsIn } from './dialect.js';
import { describedFile, newFilePath } from './fleet-directory.js';
import { dataName, type FleetFile, scratchPrefix } from './fleet-state.js';
import { columnList, columnsOf, type FileTable, isByDay, orderOf } from './tables.js';

/** A row of an answer. */
export type Row = Readonly<Record<string, DuckDb.Json>>;

/** An engine in memory, until it is closed. */
export interface Engine {
  /** Loaded with the first engine: the process that a question is asked in has none. */
  readonly library: typeof DuckDb;
  readonly connection: DuckDb.DuckDBConnection;
  /** Its own directory, for data that does not fit into memory. The engine creates it if needed. */
  readonly scratch: string;
  run(sql: string): Promise<void>;
  rows(sql: string): Promise<Row[]>;
  close(): void;
}

/** Default memory limit of an engine. */
export const memoryLimit = '1GB';

/** Limits of an engine, in its words. */
export interface EngineLimits {
  /** Default: 1GB. */
  readonly memory?: string | undefined;
  /** Space for data that does not fit into memory. Default: all that the disk has. */
  readonly spill?: string | undefined;
  /** The directory for that data. Default: a new one. */
  readonly scratch?: string | undefined;
}

/** Starts an engine for a fleet, without extensions. */
export async function openEngine(
  root: string,
  { memory = memoryLimit, spill, scratch = scratchFor(root) }: EngineLimits = {},
): Promise<Engine> {
  const library = await import('@duckdb/node-api');
  const instance = await library.DuckDBInstance.create(':memory:', {
    memory_limit: memory,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    preserve_insertion_order: 'false',
    temp_directory: scratch,
  });
  const connection = await instance.connect();
  // In the configuration above, it would be shown as set but have no effect.
  if (spill !== undefined) await connection.run(`SET max_temp_directory_size = ${quoted(spill)}`);
  return {
    library,
    connection,
    scratch,
    run: async (sql) => {
      await connection.run(sql);
    },
    rows: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson(),
    close() {
      connection.closeSync();
      instance.closeSync();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

/** A directory on the disk of the fleet; elsewhere if others could make the way to it lead to files of this user. */
export function scratchFor(root: string): string {
  try {
    openArchivesDirectory('DIR', root).close();
    return join(root, dataName, `${scratchPrefix}${randomBytes(6).toString('hex')}`);
  } catch {
    return mkdtempSync(join(tmpdir(), 'hostspec-fleet-'));
  }
}

/** A text as a literal of SQL. */
export const quoted = duckdb.quoted;

/** A part of a statement with the rows of files of a table; no rows if there are no files. */
export function rowsOfFiles(root: string, name: FileTable, files: readonly FleetFile[]): string {
  const paths = files.map(({ path }) => join(root, path));
  return rowsIn(duckdb, { columns: columnsOf(name), paths });
}

/** Writes rows of a table into a new file. */
export async function writeFile(
  engine: Engine,
  root: string,
  { table, day, rows }: { readonly table: FileTable; readonly day?: string; readonly rows: string },
): Promise<FleetFile> {
  const path = newFilePath(table, day);
  // Incoming rows are put into order when they are filed.
  const order = isByDay(table) && day === undefined ? [] : orderOf(table);
  const inOrder = order.length === 0 ? '' : ` ORDER BY ${order.join(', ')}`;
  await engine.run(
    `COPY (SELECT ${columnList(table)} FROM (${rows})${inOrder}) TO ${quoted(join(root, path))} (FORMAT parquet, COMPRESSION zstd)`,
  );
  return describedFile(root, { path, table, ...(day !== undefined && { day }) });
}
