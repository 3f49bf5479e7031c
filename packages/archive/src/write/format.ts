import type { OutputPlace } from '@hostspec/files/output';
import type { Item, Outcome, RunStart } from '@hostspec/spec';
import type { FormatName } from '../formats.js';
import type { ManifestHead } from '../manifest.js';
import type { FileReader } from '../read/member.js';
import type { WorkDirectory } from '../work-directory.js';
import type { ContentFinder, ContentStore } from './stores.js';

/** The data written at the end of a run. */
export interface FinishedRun {
  readonly head: ManifestHead;
  readonly outcomes: readonly string[];
  /** Bytes of the kept items, by path below `data/`. */
  readonly items: ReadonlyMap<string, number>;
}

/** The same, when there may not be space for all of it. */
export interface RunToSalvage extends FinishedRun {
  /** The metadata of all outcomes. Some may be in a file that cannot be completed. */
  metadata(): readonly Metadata[];
}

/** A metadata file in the layout of insights-core. */
export interface Metadata {
  readonly path: string;
  readonly text: string;
}

/** What differs between formats when an archive is written. */
export interface Format {
  begin(start: RunStart): void;
  /** Takes a stored item, with its content if that is in memory anyway. */
  keep(item: Item, content?: Uint8Array): void;
  /** Takes an outcome after all its items. */
  write(outcome: Outcome, metadata: string | undefined): Promise<void> | void;
  /** Completes the archive and puts it into place. Returns its path. The work directory may become the archive. */
  complete(end: FinishedRun): Promise<string>;
  /** Completes as much as possible after the disk became full. Returns the path. */
  salvage(end: RunToSalvage): Promise<string>;
  abort(): Promise<void>;
}

/** Where an archive is made, and from what. */
export interface Workshop {
  readonly work: WorkDirectory;
  /** Where content is. Another directory only if a killed run is completed on another file system. */
  readonly stored: WorkDirectory;
  readonly content: ContentFinder;
  readonly place: OutputPlace;
}

/** Where an archive that is one file will be. */
export interface FilePlace {
  /** For messages. */
  readonly path: string;
  /** The folder at the top of a tar. Also names the directory that is left if there is no space for the file. */
  readonly top: string;
  /** Moves the complete file into place. Returns its path. */
  move(file: string): string;
}

/** A format whose archive is one file. */
export interface FileFormat {
  /** Whether a file that starts with these bytes is an archive of hostspec, which may be replaced. Throwing means no. */
  isOwn(start: Buffer): boolean;
  /** Creates the store for content until the archive is complete. */
  store(work: WorkDirectory): ContentStore;
  open(workshop: Workshop, file: FilePlace): Format;
  /** Default: the format is read as a tar. */
  readonly reader?: FileReader;
}

/** Where an archive will be, and how it is made. */
export interface Target {
  /** The option that names the place of the archive, for errors. */
  readonly option: string;
  readonly format: FormatName;
  /** The directory in which the archive and the work directory are made. */
  readonly parent: string;
  /** The archive's file name. For NDJSON to a stream, a name for messages. */
  readonly name: string;
  /** Set if `parent` is the archive's own folder. */
  readonly inside?: boolean;
  /** Set for a stream: if it fails, keeping what was collected is useless. */
  readonly transient?: boolean;
  /** The folder at the top of a tar; other formats are named after it. */
  readonly top?: string;
  /** Creates the store for content until the archive is complete. */
  store(work: WorkDirectory): ContentStore;
  open(workshop: Workshop): Format;
}
