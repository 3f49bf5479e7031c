import { type FactTable, factsOf } from '@hostspec/parse/facts';
import { idOf, type StableContent } from './stable-content.js';
import { keptColumns, keptFacts, type Row, type TableName, type Value } from './tables.js';

/** A volatile number of an item. */
export interface Measure {
  readonly key: string;
  readonly item: string;
  readonly number: number;
}

/** The facts in the content of one item. */
export interface ItemFacts {
  /** The same for contents with the same facts; undefined without facts. */
  readonly id: string | undefined;
  readonly rows: ReadonlyMap<TableName, readonly Row[]>;
  readonly measures: readonly Measure[];
}

/** The values of a row's key, as one text. */
export function itemOf({ key }: FactTable, row: Readonly<Record<string, unknown>>): string {
  return key.map((column) => String(row[column] ?? '')).join(' ');
}

const keptByName = new Map(
  keptFacts.map((table) => [
    table.name,
    {
      table,
      kept: keptColumns(table),
      volatile: Object.keys(table.columns).filter((column) => table.columns[column]?.volatile),
    },
  ]),
);

const specsOfKept = new Set(keptFacts.flatMap(({ parts }) => parts.flat().map(({ spec }) => spec)));

/** The typed facts of a content, and its volatile numbers. `argv` is the command line whose output it is. */
export function itemFacts(
  spec: string,
  { whole, keys }: StableContent,
  argv: readonly string[] | undefined,
): ItemFacts {
  const rows = new Map<TableName, Row[]>();
  const said: string[] = [];
  const measures: Measure[] = [];
  if (!specsOfKept.has(spec)) return { id: undefined, rows, measures };
  for (const { table: name, part, row } of factsOf(spec, whole, argv)) {
    const found = keptByName.get(name);
    // The row of a host, which has no key, is made from all lines.
    if (!found || (found.table.key.length > 0 && keys && keys[row.line - 1] === undefined)) continue;
    const { table, kept, volatile } = found;
    const values = row as Row;
    for (const column of volatile) {
      const number = values[column];
      if (typeof number === 'number')
        measures.push({ key: `${name}.${column}`, item: itemOf(table, values), number });
    }
    if (kept.every((column) => values[column] === undefined)) continue;
    const own: Record<string, Value> = {
      part,
      rank: table.parts[part]?.findIndex((source) => source.spec === spec),
    };
    for (const column of kept) own[column] = values[column];
    said.push(JSON.stringify([name, own]));
    own.line = row.line;
    const others = rows.get(name as TableName);
    if (others) others.push(own);
    else rows.set(name as TableName, [own]);
  }
  return { id: said.length === 0 ? undefined : idOf(spec, ...said.sort()), rows, measures };
}
