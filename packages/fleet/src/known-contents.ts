import type { Row } from './tables.js';

/** What the tables have of an item. The same object for equal items, which are found faster by it than by their values. */
export interface KnownItem {
  readonly row: Row;
  /** Its volatile numbers, as rows. */
  readonly measures: readonly Row[];
  /** Time of the host's boot, if the item has it, in milliseconds since the epoch. */
  readonly booted: number | undefined;
}

/** Items whose contents are in the tables already. Hosts of a fleet have most of them in common, with each other and with the day before. */
export interface KnownContents {
  /** By spec, path, source and SHA-256. */
  readonly items: ReadonlyMap<string, KnownItem>;
  /** The ids of contents and of their facts. */
  readonly ids: ReadonlySet<string>;
  /** Rows of outcomes, by their values. */
  readonly outcomes: Map<string, Row>;
  add(fresh: FreshContents): void;
}

/** Contents whose rows a run is the first to add. */
export interface FreshContents {
  readonly items: Map<string, KnownItem>;
  readonly ids: Set<string>;
}

const mostKnown = 100_000;

/** Remembers contents; forgets all of them if there are too many. */
export function newKnownContents(): KnownContents {
  const items = new Map<string, KnownItem>();
  const ids = new Set<string>();
  const outcomes = new Map<string, Row>();
  return {
    items,
    ids,
    outcomes,
    add(fresh) {
      if (items.size + outcomes.size + fresh.items.size > mostKnown)
        for (const known of [items, ids, outcomes]) known.clear();
      for (const [key, item] of fresh.items) items.set(key, item);
      for (const id of fresh.ids) ids.add(id);
    },
  };
}
