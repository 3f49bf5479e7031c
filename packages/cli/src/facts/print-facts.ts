import type { Archive, ArchiveItem } from '@hostspec/archive';
import { csvText } from '@hostspec/host-kit';
import {
  type FactTable,
  factSpecs,
  factsIn,
  factTables,
  hostFacts,
  keyValuesOf,
  type ReadFact,
} from '@hostspec/parse/facts';
import { HostspecError } from '@hostspec/spec';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { checkOutcomes, withArchive } from '../read/with-archive.js';
import { styleOf } from '../style.js';
import { oneLine, printable } from '../text.js';
import { columns as aligned, fitted, widthFor } from '../width.js';
import type { options } from './options.js';
import { checkTable, evidence, keyValueTable } from './tables.js';

const evidenceNames = evidence.map(({ name }) => name);

/** Content beyond this many bytes has no named values, because all of it is in memory. */
const longestContent = 4 * 1024 * 1024;
const mostRows = 500_000;

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

/** A row: its values by column, and where it is. */
type FactRow = Readonly<Record<string, string | number | boolean | undefined>>;

/** A table with its rows of one archive. */
interface ReadTable {
  readonly name: string;
  readonly doc: string;
  /** Its columns in order, with those that say where a row is. */
  readonly columns: readonly string[];
  /** The columns that are times, in milliseconds since the epoch. */
  readonly times: readonly string[];
  readonly rows: readonly FactRow[];
}

/** The tables of an archive; with `only`, that one. @throws HostspecError if the archive has too many rows. */
async function readTables(archive: Archive, only?: string): Promise<ReadTable[]> {
  const isWanted = ({ name }: { readonly name: string }): boolean => only === undefined || name === only;
  const tables = Object.values<FactTable>(factTables).filter(isWanted);
  const read = tables.length === 0 ? [] : await readFacts(archive, specsOf(tables));
  const typed = tables.map((table): ReadTable => {
    const rows = hostFacts(table, read).map(({ values, spec, path, line }) => ({
      ...values,
      ...{ spec, item: path, line },
    }));
    const columns = Object.keys(table.columns);
    const times = columns.filter((column) => table.columns[column]?.type === 'time');
    return { name: table.name, doc: table.doc, columns: [...columns, ...evidenceNames], times, rows };
  });
  if (!isWanted(keyValueTable)) return typed;
  const { name, doc, columns } = keyValueTable;
  const names = [...columns.map((column) => column.name), ...evidenceNames];
  return [...typed, { name, doc, columns: names, times: [], rows: await readValues(archive) }];
}

/** The specs that tables come from, and those whose tables some of their columns come from. */
function specsOf(tables: readonly FactTable[]): readonly string[] {
  const joined = tables.flatMap(({ columns }) => Object.values(columns).map((column) => column.joined));
  const all = Object.values<FactTable>(factTables).filter(
    (table) => tables.includes(table) || joined.includes(table.name),
  );
  const specs = partsOf(all);
  return factSpecs.filter((spec) => specs.has(spec));
}

function partsOf(tables: readonly FactTable[]): ReadonlySet<string> {
  return new Set(tables.flatMap(({ parts }) => parts.flatMap((part) => part.map(({ spec }) => spec))));
}

/** The specs that a table comes from, each with its outcome; none for the generic table. */
function sourcesOf({ outcomes }: Archive, name: string): readonly string[] {
  const specs = partsOf(Object.values<FactTable>(factTables).filter((table) => table.name === name));
  return [...specs].map((spec) => `${spec} (${outcomes.get(spec)?.status ?? 'not there'})`);
}

function* itemsOf(archive: Archive, specs: Iterable<string>): Generator<readonly [string, ArchiveItem]> {
  for (const spec of specs)
    if ((archive.outcomes.get(spec)?.items.length ?? 0) > 0)
      for (const item of archive.items(spec)) yield [spec, item];
}

async function readFacts(archive: Archive, specs: readonly string[]): Promise<ReadFact[]> {
  const read: ReadFact[] = [];
  for (const [spec, item] of itemsOf(archive, specs)) {
    const { path, source } = item.record;
    const argv = source?.kind === 'command' ? source.argv : undefined;
    for await (const fact of factsIn(spec, item.stream(), argv)) {
      checkCount(archive, read.length);
      read.push({ ...fact, spec, path });
    }
  }
  return read;
}

async function readValues(archive: Archive): Promise<FactRow[]> {
  const rows: FactRow[] = [];
  for (const [spec, item] of itemsOf(archive, archive.outcomes.keys())) {
    if (item.bytes > longestContent) continue;
    const text = new TextDecoder().decode(await item.read());
    for (const row of keyValuesOf(spec, text)) {
      checkCount(archive, rows.length);
      rows.push({ ...row, spec, item: item.record.path });
    }
  }
  return rows;
}

function checkCount({ path }: Archive, rows: number): void {
  if (rows >= mostRows)
    throw new HostspecError(
      'INVALID_ARCHIVE',
      `${path} has more than ${mostRows} rows; choose a smaller table with --table`,
      { subject: path },
    );
}
