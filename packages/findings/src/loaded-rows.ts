import type { Row, Rows } from './facts.js';
import type { LoadedFacts } from './load-facts.js';

/** A table with its rows. */
export interface Over extends Rows {
  readonly name: string;
  /** True if at least one row has a value in a column. */
  says(column: string): boolean;
}

/** A row with its table. */
export interface RowOf extends Row {
  readonly table: Over;
}

/** The rows of tables. Each table is prepared once. */
export class LoadedRows {
  readonly #facts: LoadedFacts;
  readonly #overs = new Map<string, Over>();
  readonly #indexes = new Map<string, Map<string, readonly Row[]>>();

  constructor(facts: LoadedFacts) {
    this.#facts = facts;
  }

  /** The rows of a table. */
  over(table: string): Over {
    let over = this.#overs.get(table);
    if (!over) {
      const rows = this.#facts.rows.get(table) ?? { rows: [], isWhole: false, missing: [] };
      let said: ReadonlySet<string> | undefined;
      const says = (column: string): boolean => {
        said ??= columnsIn(rows.rows);
        return said.has(column);
      };
      over = { ...rows, name: table, says };
      this.#overs.set(table, over);
    }
    return over;
  }

  /** The rows of a table whose columns equal those of a row of another table. */
  joined(
    { name: table, rows }: Over,
    on: readonly (readonly [inner: string, outer: string])[],
    outer: Row | undefined,
  ): readonly Row[] {
    const keyOf = (row: Row | undefined, names: readonly string[]): string =>
      JSON.stringify(names.map((name) => row?.values[name] ?? null));
    const inner = on.map(([name]) => name);
    const name = JSON.stringify([table, inner]);
    let index = this.#indexes.get(name);
    if (!index) {
      index = grouped(rows, (row) => keyOf(row, inner));
      this.#indexes.set(name, index);
    }
    return (
      index.get(
        keyOf(
          outer,
          on.map(([, other]) => other),
        ),
      ) ?? []
    );
  }
}

function columnsIn(rows: readonly Row[]): Set<string> {
  const columns = new Set<string>();
  for (const { values } of rows)
    for (const name of Object.keys(values)) if (values[name] !== undefined) columns.add(name);
  return columns;
}

/** Groups items by a key, in their order. */
export function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
