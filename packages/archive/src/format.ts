import type { Item, Outcome, RunStart } from '@hostspec/spec';
import type { ContentSource, ContentStore } from './content-store.js';
import type { ManifestHead } from './manifest.js';
import type { OutputPlace } from './output-place.js';
import type { WorkDirectory } from './work-directory.js';

/** The archive formats that hostspec writes. */
export const formats = ['tar.gz', 'directory', 'ndjson'] as const;

/** An archive format that hostspec writes. */
export type FormatName = (typeof formats)[number];

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
  begin(start: RunStart): void;
  /** Takes an item whose content is stored; `content` is given where that cost nothing. */
  keep(item: Item, content?: Uint8Array): void;
  /** Takes an outcome whose items are all kept. */
  write(outcome: Outcome, metadata: string | undefined): Promise<void> | void;
  /** Completes the archive and puts it at its place, which it returns. The work directory may be the archive. */
  complete(end: RunEnd): Promise<string>;
  /** Completes what can be completed after space ran out, with little more of it; returns where that is. */
  salvage(end: RunEnd): Promise<string>;
  /** Closes what is open, if it still is. */
  abort(): Promise<void>;
}

/** What an archive is made from, and in. */
export interface Workshop {
  /** Where the archive is made. */
  readonly work: WorkDirectory;
  /** Where content stands: the same directory, unless a run that was killed is completed on another file system. */
  readonly source: WorkDirectory;
  readonly content: ContentSource;
  /** Where the archive will be. */
  readonly place: OutputPlace;
}

/** Where an archive will be, and how it is made. */
export interface Target {
  readonly format: FormatName;
  /** The directory that the archive and the work directory are made in. */
  readonly parent: string;
  /** The archive's file name; for NDJSON to a stream, a word for it. */
  readonly name: string;
  /** Set if `parent` is the archive's own folder. */
  readonly inside?: boolean;
  /** Set if the archive goes to a stream: when that fails there is no use in keeping what was collected. */
  readonly transient?: boolean;
  /** The folder at the top of a tar. */
  readonly top?: string;
  /** How content is kept until then. */
  store(work: WorkDirectory): ContentStore;
  open(workshop: Workshop): Format;
}
