import { isHostspecError } from '@hostspec/spec';
import { changingRows } from './changing-rows.js';
import { findClones, splitHosts } from './clones.js';
import { compactFleet } from './compact.js';
import { type Engine, quoted, rowsOfFiles, writeFile } from './engine.js';
import { replaceFiles } from './fleet-directory.js';
import { type FleetFile, type FleetState, isIncoming, readState } from './fleet-state.js';
import { newKnownContents } from './known-contents.js';
import { type Loading, startLoading } from './loading.js';
import { type Run, readRun } from './read-run.js';
import { type TableName, tables } from './tables.js';

/** How many archives were added, and which were refused. */
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
        // Not before: contents that only a refused run has must be read again from a later one.
        contents.add(run.fresh);
        await batch.take(run);
      } else if (isHostspecError(error) && error.code !== 'NO_SPACE')
        refused.push({ path, reason: error.message });
      else throw error;
      onArchive?.(++done);
    }
    const counts = await batch.end();
    const state = readState(root);
    const clones = await findClones(root, engine, state);
    await splitHosts(root, engine, clones);
    if (clones.length > 0 || (await isToCompact(root, engine, state))) await compactFleet(root, engine);
    return { added: counts.added, known: counts.known, refused };
  });
}

interface ReadPath {
  readonly path: string;
  readonly run?: Run;
  readonly error?: unknown;
}

/** One archive is unpacked on another thread while JavaScript reads the other. */
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

/** Adds runs to a fleet in batches. */
export function newBatch(root: string, engine: Engine, group: string | undefined) {
  const counts = { added: 0, known: 0 };
  let loading: Loading | undefined;
  const flush = async (): Promise<void> => {
    if (!loading) return;
    const filled = loading.end();
    const state = readState(root);
    const fresh = await dropKnownRuns(root, engine, state);
    counts.known += loading.runs() - fresh;
    counts.added += fresh;
    if (fresh > 0) await commit(root, engine, { state, filled, group });
    loading = undefined;
  };
  return {
    async take(run: Run): Promise<void> {
      loading ??= await startLoading(engine);
      loading.add(run);
      if (loading.runs() >= mostRuns || loading.size() >= mostSize) await flush();
    },
    async end() {
      await flush();
      return counts;
    },
  };
}

/**
 * Drops runs that the fleet already has, and duplicates. Gives each other run of a host a turn of its own, because clones with the same
 * machine id can start in the same millisecond. Returns how many runs are left.
 */
async function dropKnownRuns(root: string, engine: Engine, { files }: FleetState): Promise<number> {
  const own = files.filter(({ table }) => table === 'runs');
  await engine.run(`CREATE OR REPLACE TABLE known_runs AS SELECT run_id, host_id, turn FROM ${rowsOfFiles(root, 'runs', own)}
    WHERE run_id IN (SELECT run_id FROM new_runs) OR host_id IN (SELECT host_id FROM new_runs)`);
  await engine.run(
    'DELETE FROM new_runs WHERE run_id IN (SELECT run_id FROM known_runs) OR n NOT IN (SELECT min(n) FROM new_runs GROUP BY run_id)',
  );
  for (let moved = 1; moved > 0; ) {
    const [{ Count } = {}] = await engine.rows(
      `UPDATE new_runs SET turn = turn + 1 WHERE (host_id, turn) IN (SELECT (host_id, turn) FROM known_runs)
        OR n NOT IN (SELECT min(n) FROM new_runs GROUP BY host_id, turn)`,
    );
    moved = Number(Count);
  }
  const [{ runs } = {}] = await engine.rows('SELECT CAST(count(*) AS INTEGER) AS runs FROM new_runs');
  return Number(runs);
}

/** With fewer incoming runs, questions are as fast as if all were filed. */
const fewRuns = 200;

/**
 * True if incoming runs should be filed: a host has a later run that is filed, which an interrupted `add` can leave behind, or there are
 * as many incoming runs as hosts, which makes questions slow.
 */
async function isToCompact(root: string, engine: Engine, { files }: FleetState): Promise<boolean> {
  const rowsOf = (wanted: (file: FleetFile) => boolean): string =>
    rowsOfFiles(
      root,
      'runs',
      files.filter((file) => file.table === 'runs' && wanted(file)),
    );
  const fresh = rowsOf(isIncoming);
  const filed = rowsOf((file) => !isIncoming(file));
  const hosts = rowsOfFiles(
    root,
    'hosts',
    files.filter(({ table }) => table === 'hosts'),
  );
  const [found] = await engine.rows(
    `(SELECT 1 AS one FROM ${fresh} n JOIN ${filed} k ON k.host_id = n.host_id AND k.turn > n.turn LIMIT 1)
     UNION ALL SELECT 1 WHERE (SELECT count(*) FROM ${fresh}) >= greatest(${fewRuns}, (SELECT count(*) FROM ${hosts}))`,
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
    // Of the known ids, which are many more than the new ones, only those of new rows are kept in memory.
    const known = `SELECT ${id} FROM ${rowsOfFiles(root, table, filesOf(table))} WHERE ${id} IN (SELECT ${id} FROM new_${table})`;
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
