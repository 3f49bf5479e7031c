import { usageError } from '@hostspec/host-kit';
import { type Engine, quoted, rowsOfFiles, writeFile } from './engine.js';
import { replaceFiles } from './fleet-directory.js';
import { type FleetFile, readState } from './fleet-state.js';
import { type FileTable, isByDay, isOfContents, tables } from './tables.js';

/**
 * Removes all rows of a host, given by name or id, and the contents that only it had. Returns the number of hosts with that name.
 *
 * @throws UsageError if there is none.
 */
export async function forgetHost(root: string, engine: Engine, host: string): Promise<number> {
  const { files } = readState(root);
  const hosts = files.filter(({ table }) => table === 'hosts');
  const found = await engine.rows(
    `SELECT host_id FROM ${rowsOfFiles(root, 'hosts', hosts)} WHERE name = ${quoted(host)} OR host_id = ${quoted(host)}`,
  );
  if (found.length === 0)
    throw usageError(
      `HOST ${JSON.stringify(host)} is not in the fleet; allowed: a name or id of its table hosts`,
      'HOST',
      host,
    );
  const ids = found.map(({ host_id }) => quoted(String(host_id))).join(', ');
  const contents = files.filter(({ table }) => isOfContents(table));
  const remove = files.filter(({ table }) => !isOfContents(table) && table !== 'latest');
  const add: FleetFile[] = [];
  for (const { table, day, ...file } of remove) {
    const rows = `SELECT * FROM ${rowsOfFiles(root, table, [{ table, ...file }])} WHERE host_id NOT IN (${ids})`;
    add.push(await writeFile(engine, root, { table, rows, ...(day !== undefined && { day }) }));
  }
  await replaceWithContents(root, engine, { remove, add, contents });
  return found.length;
}

/** Removes the days that no question about days from `first` on needs, and the contents that only they had. */
export async function keepSince(root: string, engine: Engine, first: string): Promise<void> {
  const { files, fullDays } = readState(root);
  const from = fullDays.filter((day) => day <= first).at(-1);
  if (from === undefined) return;
  const remove = files.filter(({ table, day = from }) => !isOfContents(table) && day < from);
  if (remove.length === 0) return;
  const contents = files.filter(({ table }) => isOfContents(table));
  const days = fullDays.filter((day) => day >= from);
  await replaceWithContents(root, engine, { remove, add: [], contents, fullDays: days });
}

interface Shrinking {
  readonly remove: readonly FleetFile[];
  readonly add: readonly FleetFile[];
  readonly contents: readonly FleetFile[];
  readonly fullDays?: readonly string[];
}

async function replaceWithContents(
  root: string,
  engine: Engine,
  { remove, add, contents, fullDays }: Shrinking,
): Promise<void> {
  const state = readState(root);
  const gone = new Set(remove.map(({ path }) => path));
  const kept = [...state.files.filter(({ path }) => !gone.has(path)), ...add];
  const rowsOf = (name: FileTable): string =>
    rowsOfFiles(
      root,
      name,
      kept.filter(({ table }) => table === name),
    );
  const held = ['outcomes', 'full_outcomes'] as const;
  await engine.run(
    `CREATE OR REPLACE TABLE named AS SELECT content_id, stable_id, facts_id FROM ${rowsOf('items')}
     WHERE content_id IN (${held.map((name) => `SELECT content_id FROM ${rowsOf(name)}`).join(' UNION ALL ')})`,
  );
  const rewritten: FleetFile[] = [];
  for (const { table, day, ...file } of contents) {
    const id = isByDay(table) ? tables[table].id : undefined;
    const rows = `SELECT * FROM ${rowsOfFiles(root, table, [{ table, ...file }])} WHERE ${id} IN (SELECT ${id} FROM named)`;
    rewritten.push(await writeFile(engine, root, { table, rows, ...(day !== undefined && { day }) }));
  }
  replaceFiles(root, state, {
    remove: [...remove, ...contents],
    add: [...add, ...rewritten],
    ...(fullDays && { fullDays }),
  });
}
