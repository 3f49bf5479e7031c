import type { Item, Outcome } from '@hostspec/spec';
import type { ManifestHead } from './manifest.js';
import type { WorkDirectory } from './work-directory.js';

/** What is written when a run is over. */
export interface RunEnd {
  readonly head: ManifestHead;
  /** The outcomes in catalog order, each as JSON. */
  readonly outcomes: readonly string[];
  /** The items that were kept, by their path below `data/`. */
  readonly items: ReadonlyMap<string, Item>;
}

/** What one archive format does with what a run keeps; the rest is the same for all. */
export interface Format {
  /** Takes an item; its content stands in the work directory. Closes `fd`, where one is given. */
  keep(item: Item, fd?: number): void;
  /** Takes an outcome whose items are all kept. */
  write(outcome: Outcome, json: string, metadata: string | undefined): Promise<void> | void;
  /** Completes the archive and removes the work directory; returns where the archive is. */
  complete(end: RunEnd): Promise<string>;
  /** Completes what can be completed after space ran out, with little more of it; returns where that is. */
  salvage(end: RunEnd): Promise<string>;
  /** Closes what is open and removes what stands outside the work directory. */
  abort(): Promise<void>;
}

/** Where an archive will be, and how it is made. */
export interface Target {
  readonly format: 'directory' | 'tar.gz' | 'ndjson';
  /** The directory that the work directory is made in. */
  readonly parent: string;
  /** The archive's own name; for NDJSON to a stream, a word for it. */
  readonly name: string;
  /** The folder at the top of a tar. */
  readonly top?: string;
  open(work: WorkDirectory): Format;
}
