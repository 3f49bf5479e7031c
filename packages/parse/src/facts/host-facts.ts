import type { Columns, FactTable, ValuesOf } from './declaration.js';
import type { FactOfTable } from './read.js';
import { factTables } from './tables.js';

/** A row from one content, with the place of the content. */
export interface ReadFact extends FactOfTable {
  readonly spec: string;
  /** The path of the item or file. */
  readonly path: string;
}

/** A row of a host, from one or more contents. */
export interface HostFact<C extends Columns = Columns> {
  readonly values: ValuesOf<C>;
  /** Place of the first of its values: spec, path of the item or file, and number of the line, from 1. */
  readonly spec: string;
  readonly path: string;
  readonly line: number;
  /** The rows that it was made of, if contents of several parts have its values. */
  readonly madeOf?: readonly HostFact[];
}

/**
 * Combines facts of one host into the rows of a table. In each part of the table, the first spec with rows counts. Rows of several parts
 * with the same key become one row, in which the first part with a value counts.
 */
export function hostFacts<T extends FactTable>(
  table: T,
  read: readonly ReadFact[],
): HostFact<T['columns']>[] {
  const rows = new Map<string, HostFact>();
  table.parts.forEach((sources, part) => {
    const own = read.filter((each) => each.table === table.name && each.part === part);
    const spec = sources.find((source) => own.some((each) => each.spec === source.spec))?.spec;
    const seen = new Map<string, number>();
    for (const { row, path } of own.filter((each) => each.spec === spec)) {
      const { line, ...values } = row;
      const key = keyOf(table.key, values);
      const nth = (seen.get(key) ?? 0) + 1;
      seen.set(key, nth);
      const id = `${nth} ${key}`;
      const known = rows.get(id);
      const fact: HostFact = { values, spec: spec ?? '', path, line };
      rows.set(
        id,
        known === undefined
          ? fact
          : {
              ...known,
              values: { ...values, ...given(known.values) },
              madeOf: [...(known.madeOf ?? [known]), fact],
            },
      );
    }
  });
  return withJoined(table, [...rows.values()], read) as HostFact<T['columns']>[];
}

function keyOf(key: readonly string[], values: ValuesOf<Columns>): string {
  return JSON.stringify(key.map((column) => values[column] ?? null));
}

function given(values: ValuesOf<Columns>): ValuesOf<Columns> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function withJoined(table: FactTable, rows: HostFact[], read: readonly ReadFact[]): HostFact[] {
  return Object.entries(table.columns).reduce((joined, [column, { joined: name }]) => {
    const other =
      name === undefined
        ? undefined
        : Object.values<FactTable>(factTables).find((each) => each.name === name);
    if (!other) return joined;
    const byKey = new Map(hostFacts(other, read).map(({ values }) => [keyOf(other.key, values), values]));
    return joined.map((row) => ({
      ...row,
      values: {
        ...row.values,
        [column]: byKey.get(keyOf(other.key, row.values))?.[column],
      },
    }));
  }, rows);
}
