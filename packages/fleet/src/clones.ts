import { type Engine, quoted, rowsOfFiles, writeFile } from './engine.js';
import { replaceFiles } from './fleet-directory.js';
import { type FleetFile, type FleetState, isIncoming, readState } from './fleet-state.js';
import { cloneFinding, hostOf } from './host-id.js';
import { columnList, type TableName, tables } from './tables.js';

/** Tables whose rows belong to one host. */
const hostTables = (Object.keys(tables) as TableName[]).filter((name) => tables[name].id === undefined);

/** Clocks of hosts can differ by this much. */
const tolerance = "INTERVAL '10 minutes'";

/**
 * Finds ids that several hosts use: their runs have different names and different boots, which overlap in time. If the boots do not
 * overlap, it is one host that was renamed and booted again.
 */
export async function findClones(root: string, engine: Engine, state: FleetState): Promise<string[]> {
  const runs = rowsOfFiles(root, 'runs', filesOf(state, 'runs'));
  const found = await engine.rows(
    `WITH boots AS (SELECT host_id, name, boot_id, min(coalesce(booted, started)) AS since, max(started) AS until FROM ${runs}
      WHERE machine_id IS NOT NULL AND boot_id IS NOT NULL AND finding IS NULL GROUP BY host_id, name, boot_id)
     SELECT DISTINCT a.host_id FROM boots a JOIN boots b ON b.host_id = a.host_id AND b.name > a.name AND b.boot_id <> a.boot_id
     WHERE a.since + ${tolerance} < b.until AND b.since + ${tolerance} < a.until`,
  );
  return found.map(({ host_id }) => String(host_id));
}

/**
 * Gives each name of a host its own id. All that its runs saw becomes incoming again, so that the next `compact` derives the changes of
 * each name. For a filed run, it is derived from the changes up to that run. A filed day has only the last name that ran on it.
 */
export async function splitHost(root: string, engine: Engine, host: string): Promise<void> {
  const state = readState(root);
  const id = quoted(host);
  const rowsOf = (name: TableName): string => rowsOfFiles(root, name, filesOf(state, name));
  const names = await engine.rows(
    `SELECT DISTINCT name, machine_id FROM ${rowsOf('runs')} WHERE host_id = ${id}`,
  );
  const clones = [...state.clones, host];
  const given = names.map(({ name, machine_id }) => {
    const own = hostOf({ key: state.key, clones }, String(name), String(machine_id));
    return `(${quoted(String(name))}, ${quoted(own.id)})`;
  });
  await engine.run(
    `CREATE OR REPLACE TABLE own_runs AS SELECT r.* REPLACE (t.own AS host_id, ${quoted(cloneFinding)} AS finding)
     FROM ${rowsOf('runs')} r JOIN (VALUES ${given.join(', ')}) AS t(name, own) ON t.name = r.name WHERE r.host_id = ${id}`,
  );
  const outcomes = (wanted: (file: FleetFile) => boolean): string =>
    `SELECT DISTINCT spec, turn, status, reason, incomplete, content_id
     FROM ${rowsOfFiles(root, 'outcomes', filesOf(state, 'outcomes').filter(wanted))} WHERE host_id = ${id}`;
  // An incoming run has all its outcomes. For a filed run, take the last outcomes that were filed up to it.
  await engine.run(
    `CREATE OR REPLACE TABLE own_seen AS
     WITH fresh AS (${outcomes(isIncoming)}),
     filed AS (${outcomes((file) => !isIncoming(file))}),
     seen AS (SELECT r.host_id AS own, r.day, r.turn, s.spec FROM own_runs r, unnest(string_split(r.specs, ',')) AS s(spec)
       WHERE r.turn NOT IN (SELECT turn FROM fresh))
     SELECT r.host_id AS own, r.day, r.turn, o.spec, o.status, o.reason, o.incomplete, o.content_id, o.turn AS origin
     FROM own_runs r JOIN fresh o ON o.turn = r.turn
     UNION ALL SELECT s.own, s.day, s.turn, s.spec, o.status, o.reason, o.incomplete, o.content_id, o.turn
     FROM seen s ASOF JOIN filed o ON s.spec = o.spec AND s.turn >= o.turn`,
  );
  const own: readonly (readonly [TableName, string])[] = [
    ['runs', 'SELECT * FROM own_runs'],
    [
      'outcomes',
      'SELECT own AS host_id, day, day AS as_of, turn, spec, status, reason, incomplete, content_id FROM own_seen',
    ],
    [
      'items',
      `SELECT DISTINCT o.own AS host_id, o.day, o.turn, i.* EXCLUDE (host_id, day, turn)
       FROM own_seen o JOIN ${rowsOf('items')} i ON i.host_id = ${id} AND i.spec = o.spec AND i.turn = o.origin`,
    ],
    [
      'measures',
      `SELECT r.host_id, m.* EXCLUDE (host_id) FROM ${rowsOf('measures')} m JOIN own_runs r ON r.turn = m.turn WHERE m.host_id = ${id}`,
    ],
  ];
  const add: FleetFile[] = [];
  for (const [table, rows] of own)
    add.push(await writeFile(engine, root, { table, rows: `SELECT ${columnList(table)} FROM (${rows})` }));
  const hosts = filesOf(state, 'hosts');
  const group = `(SELECT max(groups) FROM ${rowsOfFiles(root, 'hosts', hosts)} WHERE host_id = ${id})`;
  add.push(
    await writeFile(engine, root, {
      table: 'hosts',
      rows: `SELECT * FROM ${rowsOfFiles(root, 'hosts', hosts)} WHERE host_id <> ${id}
        UNION ALL SELECT host_id, name, ${group}, min(day), max(day) FROM own_runs GROUP BY host_id, name`,
    }),
  );
  const remove = state.files.filter(({ table }) => table !== 'hosts' && hostTables.includes(table));
  for (const { table, day, ...file } of remove) {
    const rows = `SELECT * FROM ${rowsOfFiles(root, table, [{ table, ...file }])} WHERE host_id <> ${id}`;
    add.push(await writeFile(engine, root, { table, rows, ...(day !== undefined && { day }) }));
  }
  replaceFiles(root, state, { remove: [...remove, ...hosts], add, clones });
}

function filesOf({ files }: FleetState, name: FleetFile['table']): FleetFile[] {
  return files.filter(({ table }) => table === name);
}
