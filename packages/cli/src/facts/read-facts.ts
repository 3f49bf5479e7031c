import type { Archive, ArchiveItem } from '@hostspec/archive';
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
import { evidence, keyValueTable } from './tables.js';

/** A row: its values by column, and where it is. */
export type FactRow = Readonly<Record<string, string | number | boolean | undefined>>;

/** A table with its rows of one archive. */
export interface ReadTable {
  readonly name: string;
  readonly doc: string;
  /** Its columns in order, with those that say where a row is. */
  readonly columns: readonly string[];
  /** The columns that are times, in milliseconds since the epoch. */
  readonly times: readonly string[];
  readonly rows: readonly FactRow[];
}

const evidenceNames = evidence.map(({ name }) => name);

/** Content beyond this many bytes has no named values, because all of it is in memory. */
const longestContent = 4 * 1024 * 1024;
const mostRows = 500_000;

/** The tables of an archive; with `only`, that one. @throws HostspecError if the archive has too many rows. */
export async function readTables(archive: Archive, only?: string): Promise<ReadTable[]> {
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
export function sourcesOf({ outcomes }: Archive, name: string): readonly string[] {
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
