import { type FactTable, factsOf } from '@hostspec/parse/facts';
import { idOf, type StableContent } from './stable-content.js';
import { keptColumns, keptFacts, type Row, type TableName } from './tables.js';

/** A volatile number of an item. */
export interface Measure {
  readonly key: string;
  readonly item: string;
  readonly number: number;
}

/** What the content of one item says. */
export interface ItemFacts {
  /** The same for contents with the same facts; undefined without facts. */
  readonly id: string | undefined;
  readonly rows: readonly (readonly [table: TableName, row: Row])[];
  readonly measures: readonly Measure[];
}

/** What a row is about: the values of the key of its table. */
export function itemOf({ key }: FactTable, row: Readonly<Record<string, unknown>>): string {
  return key.map((column) => String(row[column] ?? '')).join(' ');
}

/** The typed facts of a content, and its volatile numbers. `argv` is the command line whose output it is. */
export function itemFacts(
  spec: string,
  { whole, keys }: StableContent,
  argv: readonly string[] | undefined,
): ItemFacts {
  const rows: [TableName, Row][] = [];
  const measures: Measure[] = [];
  for (const { table: name, part, row } of factsOf(spec, whole, argv)) {
    const table = keptFacts.find((each) => each.name === name);
    // The row of a host comes from all lines.
    if (!table || (table.key.length > 0 && keys && keys[row.line - 1] === undefined)) continue;
    const values = row as Row;
    const item = itemOf(table, values);
    for (const [column, { volatile }] of Object.entries(table.columns)) {
      const number = values[column];
      if (volatile && typeof number === 'number') measures.push({ key: `${name}.${column}`, item, number });
    }
    const kept = keptColumns(table).map((column) => [column, values[column]] as const);
    if (kept.every(([, value]) => value === undefined)) continue;
    const rank = table.parts[part]?.findIndex((source) => source.spec === spec);
    rows.push([name as TableName, { part, rank, line: row.line, ...Object.fromEntries(kept) }]);
  }
  if (rows.length === 0) return { id: undefined, rows, measures };
  const said = rows.map(([name, { line: _, ...values }]) => JSON.stringify([name, values]));
  return { id: idOf(spec, ...said.sort()), rows, measures };
}
