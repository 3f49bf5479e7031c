import type { Archive } from '@hostspec/archive';
import { csvText } from '@hostspec/host-kit';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { checkOutcomes, withArchive } from '../read/with-archive.js';
import { styleOf } from '../style.js';
import { columns as aligned } from '../table.js';
import { oneLine, printable } from '../text.js';
import { fitted, widthFor } from '../width.js';
import type { options } from './options.js';
import { type FactRow, type ReadTable, readTables, sourcesOf } from './read-facts.js';
import { checkTable } from './tables.js';

/** Prints the rows of a table of an archive, or which tables it has. */
export async function printFacts(
  path: string,
  { table, format = 'table' }: Values<typeof options>,
  io: Io,
): Promise<number> {
  if (table !== undefined) checkTable(table);
  return withArchive(path, io, async (archive) => {
    checkOutcomes(archive);
    const read = await readTables(archive, table);
    const [only] = read;
    const shown = table !== undefined && only ? only : listOf(read);
    if (format === 'json') io.out.write(jsonText(shown));
    else if (format === 'csv') io.out.write(csvText(cellsOf(shown)));
    else if (shown.rows.length === 0) io.out.write(emptyText(archive, shown.name));
    else io.out.write(tableText(shown, io));
    return exitStatus.done;
  });
}

/** The tables themselves as a table. */
function listOf(read: readonly ReadTable[]): ReadTable {
  const rows = read.map(({ name, rows: { length }, doc }) => ({ table: name, rows: length, doc }));
  return { name: '', doc: '', columns: ['table', 'rows', 'doc'], times: [], rows };
}

function jsonText({ columns, rows }: ReadTable): string {
  const lines = rows.map((row) =>
    JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))),
  );
  return lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`;
}

function cellsOf(table: ReadTable): (readonly string[])[] {
  return [table.columns, ...table.rows.map((row) => table.columns.map((name) => cellOf(table, row, name)))];
}

function cellOf({ times }: ReadTable, row: FactRow, column: string): string {
  const value = row[column];
  if (value === undefined) return '';
  return times.includes(column) && typeof value === 'number' ? timeText(value) : String(value);
}

/** In UTC; a number that is not a time stays a number. */
function timeText(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString().replace('.000Z', 'Z');
}

function emptyText(archive: Archive, name: string): string {
  const sources = sourcesOf(archive, name);
  const from = sources.length === 0 ? '' : `, which comes from ${printable(sources.join(', '))}`;
  return `The archive has nothing for the table ${name}${from}.\n`;
}

const widestCell = 60;

function tableText(table: ReadTable, io: Io): string {
  const width = widthFor(io.out);
  const used = table.columns.filter((column) => table.rows.some((row) => row[column] !== undefined));
  const widest = io.out.isTTY ? widestCell : Number.POSITIVE_INFINITY;
  const lines = aligned(
    cellsOf({ ...table, columns: used }).map((row) => row.map((cell) => oneLine(cell, widest))),
    widestCell,
  );
  const style = styleOf(io.out, io);
  return lines
    .map((line, at) => `${at === 0 ? style.bold(fitted(line, width)) : fitted(line, width)}\n`)
    .join('');
}
