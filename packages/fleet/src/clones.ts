import { createHmac } from 'node:crypto';
import { type Engine, quoted, rowsOfFiles, writeFile } from './engine.js';
import { replaceFiles } from './fleet-directory.js';
import { type FleetFile, type FleetState, isIncoming, readState } from './fleet-state.js';
import { columnList, isOfContents, type TableName } from './tables.js';

/** The data with which a fleet creates ids of hosts. */
export interface HostIds {
  readonly key: string;
  /** Ids of machines that several hosts report as their own. */
  readonly clones: readonly string[];
}

/** The finding about a run whose host is one of several with its machine id. */
export const cloneFinding = 'its machine id is that of several hosts';

/** The id of a host, from its machine id; from its name if it has none, or if several hosts report the same one. */
export function hostOf(
  { key, clones }: HostIds,
  name: string,
  machineId: string | undefined,
): { readonly id: string; readonly isClone: boolean } {
  const idOf = (text: string): string => createHmac('sha256', key).update(text).digest('hex').slice(0, 32);
  const id = idOf(machineId ?? `name ${name}`);
  const isClone = machineId !== undefined && clones.includes(id);
  return { id: isClone ? idOf(`${machineId}\0${name}`) : id, isClone };
}

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
 * Gives each name of these hosts its own id. All that their runs saw becomes incoming again, so that the next `compact` derives the changes
 * of each name. For a filed run, it is derived from the changes up to that run. A filed day has only the last name that ran on it.
 */
export async function splitHosts(root: string, engine: Engine, hosts: readonly string[]): Promise<void> {
  if (hosts.length === 0) return;
  const state = readState(root);
  const own = `host_id IN (${hosts.map(quoted).join(', ')})`;
  const rowsOf = (name: TableName): string =>
    `(SELECT * FROM ${rowsOfFiles(root, name, filesOf(state, name))} WHERE ${own})`;
  const names = await engine.rows(`SELECT DISTINCT host_id, name, machine_id FROM ${rowsOf('runs')}`);
  const clones = [...state.clones, ...hosts];
  const given = names.map(({ host_id, name, machine_id }) => {
    const { id } = hostOf({ key: state.key, clones }, String(name), String(machine_id));
    return `(${quoted(String(host_id))}, ${quoted(String(name))}, ${quoted(id)})`;
  });
  await engine.run(
    `CREATE OR REPLACE TABLE own_runs AS SELECT r.* REPLACE (${quoted(cloneFinding)} AS finding), t.own
     FROM ${rowsOf('runs')} r JOIN (VALUES ${given.join(', ')}) AS t(host_id, name, own) ON t.host_id = r.host_id AND t.name = r.name`,
  );
  const known = 'host_id, spec, turn, status, reason, incomplete, content_id';
  const outcomes = (wanted: (file: FleetFile) => boolean): string =>
    `SELECT ${known} FROM ${rowsOfFiles(root, 'outcomes', filesOf(state, 'outcomes').filter(wanted))} WHERE ${own}`;
  // An incoming run has all its outcomes. For a filed run, take the last outcomes that were filed up to it.
  await engine.run(
    `CREATE OR REPLACE TABLE own_seen AS
     WITH fresh AS (${outcomes(isIncoming)}),
     filed AS (${outcomes((file) => !isIncoming(file))}
       UNION SELECT ${known} FROM ${rowsOfFiles(root, 'full_outcomes', filesOf(state, 'full_outcomes'))} WHERE ${own}),
     seen AS (SELECT r.host_id, r.own, r.day, r.turn, s.spec FROM own_runs r, unnest(string_split(r.specs, ',')) AS s(spec)
       WHERE (r.host_id, r.turn) NOT IN (SELECT (host_id, turn) FROM fresh))
     SELECT r.host_id, r.own, r.day, r.turn, o.spec, o.status, o.reason, o.incomplete, o.content_id
     FROM own_runs r JOIN fresh o ON o.host_id = r.host_id AND o.turn = r.turn
     UNION ALL SELECT s.host_id, s.own, s.day, s.turn, s.spec, o.status, o.reason, o.incomplete, o.content_id
     FROM seen s ASOF JOIN filed o ON s.host_id = o.host_id AND s.spec = o.spec AND s.turn >= o.turn`,
  );
  const split: readonly (readonly [TableName, string])[] = [
    ['runs', 'SELECT * EXCLUDE (own) REPLACE (own AS host_id) FROM own_runs'],
    [
      'outcomes',
      `SELECT own AS host_id, day, turn, spec, status, reason, incomplete, content_id,
       CAST(NULL AS VARCHAR) AS old_status, CAST(NULL AS VARCHAR) AS old_content_id FROM own_seen`,
    ],
    [
      'measures',
      `SELECT r.own AS host_id, m.* EXCLUDE (host_id) FROM ${rowsOf('measures')} m
       JOIN own_runs r ON r.host_id = m.host_id AND r.turn = m.turn`,
    ],
  ];
  const add: FleetFile[] = [];
  for (const [table, rows] of split)
    add.push(await writeFile(engine, root, { table, rows: `SELECT ${columnList(table)} FROM (${rows})` }));
  const listed = filesOf(state, 'hosts');
  add.push(
    await writeFile(engine, root, {
      table: 'hosts',
      rows: `SELECT * FROM ${rowsOfFiles(root, 'hosts', listed)} WHERE NOT ${own}
        UNION ALL SELECT r.own, r.name, max(h.groups), min(r.day), max(r.day)
        FROM own_runs r JOIN ${rowsOfFiles(root, 'hosts', listed)} h ON h.host_id = r.host_id GROUP BY r.own, r.name`,
    }),
  );
  const remove = state.files.filter(
    ({ table }) => !isOfContents(table) && table !== 'hosts' && table !== 'latest',
  );
  for (const { table, day, ...file } of remove) {
    const rows = `SELECT * FROM ${rowsOfFiles(root, table, [{ table, ...file }])} WHERE NOT ${own}`;
    add.push(await writeFile(engine, root, { table, rows, ...(day !== undefined && { day }) }));
  }
  replaceFiles(root, state, { remove: [...remove, ...listed], add, clones });
}

function filesOf({ files }: FleetState, name: FleetFile['table']): FleetFile[] {
  return files.filter(({ table }) => table === name);
}
