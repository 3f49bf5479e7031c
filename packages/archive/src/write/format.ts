import type { Item, Outcome, RunStart } from '@hostspec/spec';
import type { FormatName } from '../formats.js';
import type { ManifestHead } from '../manifest.js';
import type { FileReader } from '../read/file-reader.js';
import type { WorkDirectory } from '../work-directory.js';
import type { ContentFinder, ContentStore } from './content-store.js';
import type { OutputPlace } from './output-place.js';

/** The data that is written when a run has ended. */
export interface FinishedRun {
  readonly head: ManifestHead;
  /** The outcomes in catalog order, each as JSON. */
  readonly outcomes: readonly string[];
  /** The bytes of the items that were kept, by their path below `data/`. */
  readonly items: ReadonlyMap<string, number>;
}

/** The same, if there may be no space for all of it. */
export interface RunToSalvage extends FinishedRun {
  /** The metadata of all outcomes, some of which is perhaps in a file that cannot be completed. */
  metadata(): readonly Metadata[];
}

/** A metadata file of the layout of insights-core. */
export interface Metadata {
  readonly path: string;
  readonly text: string;
}

/** The part of writing an archive that differs between formats. */
export interface Format {
  begin(start: RunStart): void;
  /** Takes an item whose content is stored; `content` is given if it is in memory anyway. */
  keep(item: Item, content?: Uint8Array): void;
  /** Takes an outcome whose items are all kept. */
  write(outcome: Outcome, metadata: string | undefined): Promise<void> | void;
  /** Completes the archive and puts it at its place, which it returns. The work directory may be the archive. */
  complete(end: FinishedRun): Promise<string>;
  /** Completes as much as possible with little space after the disk is full; returns where it is. */
  salvage(end: RunToSalvage): Promise<string>;
  /** Closes what is still open. */
  abort(): Promise<void>;
}

/** The content and directories from which an archive is made. */
export interface Workshop {
  /** Where the archive is made. */
  readonly work: WorkDirectory;
  /** Where content is: the same directory, unless a run that was killed is completed on another file system. */
  readonly stored: WorkDirectory;
  readonly content: ContentFinder;
  /** Where the archive will be. */
  readonly place: OutputPlace;
}

/** Where an archive that is one file will be. */
export interface FilePlace {
  /** For messages. */
  readonly path: string;
  /** The folder at the top of a tar, and the name of the directory that remains if there is no space for the file. */
  readonly top: string;
  /** Moves the complete file into place and returns its path. */
  move(file: string): string;
}

/** A format whose archive is one file. */
export interface FileFormat {
  /** Whether a file that starts like this is an archive of hostspec, which may be replaced; it is not if this throws. */
  isOwn(start: Buffer): boolean;
  /** How content is kept until the archive is complete. */
  store(work: WorkDirectory): ContentStore;
  open(workshop: Workshop, file: FilePlace): Format;
  /** Default: it is read as a tar. */
  readonly reader?: FileReader;
}

/** Where an archive will be, and how it is made. */
export interface Target {
  /** The name, in errors, of the option that says where the archive goes. */
  readonly option: string;
  readonly format: FormatName;
  /** The directory that the archive and the work directory are made in. */
  readonly parent: string;
  /** The archive's file name; for NDJSON to a stream, a word for it. */
  readonly name: string;
  /** Set if `parent` is the archive's own folder. */
  readonly inside?: boolean;
  /** Set if the archive goes to a stream: if that fails, keeping what was collected is useless. */
  readonly transient?: boolean;
  /** The folder at the top of a tar. An archive of another format is named after it. */
  readonly top?: string;
  /** How content is kept until the archive is complete. */
  store(work: WorkDirectory): ContentStore;
  open(workshop: Workshop): Format;
}
