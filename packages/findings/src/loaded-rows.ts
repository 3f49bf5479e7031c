import type { Row, Rows } from './facts.js';
import type { LoadedFacts } from './load-facts.js';

/** A table with its rows. */
export interface Over extends Rows {
  readonly name: string;
  /** The columns of which at least one row has a value. */
  readonly said: ReadonlySet<string>;
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
      const said = rows.rows.flatMap(({ values }) =>
        Object.keys(values).filter((name) => values[name] !== undefined),
      );
      over = { ...rows, name: table, said: new Set(said) };
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
