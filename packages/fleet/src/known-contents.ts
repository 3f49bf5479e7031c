import type { ItemFacts } from './item-facts.js';

/** What the tables know of a content. */
export interface KnownContent {
  readonly id: string;
  readonly facts: Pick<ItemFacts, 'id' | 'measures'>;
  /** When its host booted, if it says so; in milliseconds since the epoch. */
  readonly booted: number | undefined;
}

/** Contents whose rows were given. Hosts of a fleet have most of their content in common, and each host with its day before. */
export interface KnownContents {
  /** By spec, SHA-256, and the command line if it says something about the content. */
  readonly contents: ReadonlyMap<string, KnownContent>;
  /** The ids of contents and of their facts. */
  readonly ids: ReadonlySet<string>;
  add(fresh: FreshContents): void;
}

/** Contents whose rows one run gives first. */
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
