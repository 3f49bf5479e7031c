import type { ItemFacts } from './item-facts.js';

/** The part of a content that is in the tables. */
export interface KnownContent {
  readonly id: string;
  readonly facts: Pick<ItemFacts, 'id' | 'measures'>;
  /** Time of the host's boot, if the content has it, in milliseconds since the epoch. */
  readonly booted: number | undefined;
}

/** Contents whose rows are in the tables already. Hosts of a fleet have most content in common, with each other and with the day before. */
export interface KnownContents {
  /** By spec, SHA-256 and, if the facts depend on it, the command line. */
  readonly contents: ReadonlyMap<string, KnownContent>;
  /** The ids of contents and of their facts. */
  readonly ids: ReadonlySet<string>;
  add(fresh: FreshContents): void;
}

/** Contents whose rows a run is the first to add. */
export interface FreshContents {
  readonly contents: Map<string, KnownContent>;
  readonly ids: Set<string>;
}

const mostKnown = 100_000;

/** Remembers contents; forgets all of them if there are too many. */
export function newKnownContents(): KnownContents {
  const contents = new Map<string, KnownContent>();
  const ids = new Set<string>();
  return {
    contents,
    ids,
    add(fresh) {
      if (contents.size + fresh.contents.size > mostKnown) {
        contents.clear();
        ids.clear();
      }
      for (const [key, content] of fresh.contents) contents.set(key, content);
      for (const id of fresh.ids) ids.add(id);
    },
  };
}
