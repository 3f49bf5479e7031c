import { DuckDBDateValue, DuckDBTimestampValue } from '@duckdb/node-api';
import { isHostspecError } from '@hostspec/spec';
import { changingRows } from './changing-rows.js';
import { findClones, splitHost } from './clones.js';
import { compactFleet } from './compact.js';
import { type Engine, quoted, rowsOfFiles, writeFile } from './engine.js';
import { replaceFiles } from './fleet-directory.js';
import { dayLength, type FleetFile, type FleetState, readState } from './fleet-state.js';
import { newKnownContents } from './known-contents.js';
import { type Run, readRun } from './read-run.js';
import { columnTypes, type FleetTable, type TableName, tableNames, tables, type Value } from './tables.js';

/** What became of the archives that were to be added. */
export interface Added {
  readonly added: number;
  /** Archives that the fleet had already. */
  readonly known: number;
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
}

/** How archives are added. */
export interface AddOptions {
  /** The group of their hosts. Default: the one they had. */
  readonly group?: string | undefined;
  /** Called after each archive. */
  onArchive?(done: number): void;
  /** The time of adding, in milliseconds. Default: now. */
  readonly now?: number;
}

const mostRuns = 500;
const mostSize = 32 * 1024 * 1024;

/** Adds archives to a fleet. What cannot be read is refused by name; the others are added. */
export async function addArchives(
  fleet: string,
  paths: readonly string[],
  { group, onArchive, now = Date.now() }: AddOptions = {},
): Promise<Added> {
  return changingRows(fleet, async (root, engine) => {
    const batch = newBatch(root, engine, group);
    const refused: { path: string; reason: string }[] = [];
    const ids = readState(root);
    const contents = newKnownContents();
    let done = 0;
    for await (const { path, run, error } of readAhead(paths, (each) => readRun(each, ids, now, contents))) {
      if (run) {
        // What a refused run said first has to be said again by the next one.
        contents.add(run.fresh);
        await batch.take(run);
      } else if (isHostspecError(error) && error.code !== 'NO_SPACE')
        refused.push({ path, reason: error.message });
      else throw error;
      onArchive?.(++done);
    }
    const counts = await batch.end();
    const clones = await findClones(root, engine, readState(root));
    if (counts.late || clones.length > 0) await compactFleet(root, engine);
    for (const host of clones) {
      await splitHost(root, engine, host);
      await compactFleet(root, engine);
    }
    return { added: counts.added, known: counts.known, refused };
  });
}

interface ReadPath {
  readonly path: string;
  readonly run?: Run;
  readonly error?: unknown;
}

/** Unpacking is done beside the thread of JavaScript, which meanwhile reads another archive. */
const atOnce = 2;

/** Reads archives, some at once, and gives them in their order. */
async function* readAhead(
  paths: readonly string[],
  read: (path: string) => Promise<Run>,
): AsyncGenerator<ReadPath> {
  const reading: Promise<ReadPath>[] = [];
  try {
    for (let next = 0; next < paths.length || reading.length > 0; ) {
      for (; next < paths.length && reading.length < atOnce; next++) {
        const path = paths[next] ?? '';
        reading.push(
          read(path).then(
            (run) => ({ path, run }),
            (error) => ({ path, error }),
          ),
        );
      }
      const first = await reading.shift();
      if (first) yield first;
    }
  } finally {
    await Promise.all(reading);
  }
}

function newBatch(root: string, engine: Engine, group: string | undefined) {
  let runs: Run[] = [];
  let size = 0;
  const counts = { added: 0, known: 0, late: false };
  const flush = async (): Promise<void> => {
    const state = readState(root);
    const known = await knownRuns(root, engine, state, runs);
    // Of an archive that is there twice, the first has the rows of its contents.
    const fresh = new Map(
      runs
        .filter(({ id }) => !known.has(id))
        .reverse()
        .map((run) => [run.id, run]),
    );
    counts.known += runs.length - fresh.size;
    counts.added += fresh.size;
    if (fresh.size > 0) {
      const filled = await loadRows(engine, [...fresh.values()]);
      counts.late ||= await isLate(root, engine, state);
      await commit(root, engine, { state, filled, group });
    }
    runs = [];
    size = 0;
  };
  return {
    async take(run: Run): Promise<void> {
      runs.push(run);
      size += run.size;
      if (runs.length >= mostRuns || size >= mostSize) await flush();
    },
    async end() {
      await flush();
      return counts;
    },
  };
}

async function knownRuns(
  root: string,
  engine: Engine,
  { files }: FleetState,
  runs: readonly Run[],
): Promise<Set<unknown>> {
  const own = files.filter(({ table }) => table === 'runs');
  if (own.length === 0 || runs.length === 0) return new Set();
  const ids = runs.map(({ id }) => quoted(id)).join(', ');
  const found = await engine.rows(
    `SELECT run_id FROM ${rowsOfFiles(root, 'runs', own)} WHERE run_id IN (${ids})`,
  );
  return new Set(found.map(({ run_id }) => run_id));
}

/** Puts the rows of runs into tables of the engine, each content and its facts once. Returns the tables with rows. */
async function loadRows(engine: Engine, runs: readonly Run[]): Promise<TableName[]> {
  const filled: TableName[] = [];
  for (const name of tableNames) {
    const { columns, id } = tables[name];
    const known = new Set<Value>();
    await engine.run(`CREATE OR REPLACE TABLE new_${name} (${columnTypes(name)})`);
    const appender = await engine.connection.createAppender(`new_${name}`);
    for (const { rows } of runs) {
      const own = rows.get(name) ?? [];
      const fresh = id === undefined ? own : own.filter((row) => !known.has(row[id]));
      for (const row of fresh) {
        for (const [column, kind] of Object.entries(columns)) append(appender, kind, row[column]);
        appender.endRow();
      }
      if (id !== undefined) for (const row of fresh) known.add(row[id]);
      if (fresh.length > 0 && filled.at(-1) !== name) filled.push(name);
    }
    appender.closeSync();
  }
  return filled;
}

function append(
  appender: Awaited<ReturnType<Engine['connection']['createAppender']>>,
  kind: FleetTable['columns'][string],
  value: Value,
): void {
  if (value === undefined) appender.appendNull();
  else if (kind === 'text') appender.appendVarchar(String(value));
  else if (kind === 'boolean') appender.appendBoolean(value === true);
  else if (kind === 'real') appender.appendDouble(Number(value));
  else if (kind === 'integer') appender.appendBigInt(BigInt(Math.trunc(Number(value))));
  else if (kind === 'day') appender.appendDate(new DuckDBDateValue(Number(value) / dayLength));
  else appender.appendTimestamp(new DuckDBTimestampValue(BigInt(Math.trunc(Number(value))) * 1000n));
}

/** Whether a host has a run in the fleet that is later than one of the new ones. */
async function isLate(root: string, engine: Engine, { files }: FleetState): Promise<boolean> {
  const own = files.filter(({ table }) => table === 'runs');
  const known = rowsOfFiles(root, 'runs', own);
  const [found] = await engine.rows(
    `SELECT 1 AS late FROM new_runs n JOIN ${known} k ON k.host_id = n.host_id AND k.turn > n.turn LIMIT 1`,
  );
  return found !== undefined;
}

interface Commit {
  readonly state: FleetState;
  /** The tables that have new rows. */
  readonly filled: readonly TableName[];
  readonly group: string | undefined;
}

async function commit(root: string, engine: Engine, { state, filled, group }: Commit): Promise<void> {
  const filesOf = (name: TableName | 'hosts'): FleetFile[] =>
    state.files.filter(({ table }) => table === name);
  const added: FleetFile[] = [];
  for (const table of filled) {
    const { id } = tables[table];
    const known = `SELECT ${id} FROM ${rowsOfFiles(root, table, filesOf(table))}`;
    const fresh = id === undefined ? '' : ` WHERE ${id} NOT IN (${known})`;
    added.push(await writeFile(engine, root, { table, rows: `SELECT * FROM new_${table}${fresh}` }));
  }
  const given = group === undefined ? 'CAST(NULL AS VARCHAR)' : quoted(group);
  const rows = `SELECT host_id, arg_max(name, last_day) AS name, arg_max(groups, age) AS groups, min(first_day) AS first_day, max(last_day) AS last_day
    FROM (SELECT host_id, name, groups, first_day, last_day, 0 AS age FROM ${rowsOfFiles(root, 'hosts', filesOf('hosts'))}
      UNION ALL SELECT host_id, arg_max(name, turn), ${given}, min(day), max(day), 1 FROM new_runs GROUP BY host_id)
    GROUP BY host_id`;
  added.push(await writeFile(engine, root, { table: 'hosts', rows }));
  replaceFiles(root, state, { remove: filesOf('hosts'), add: added });
}
