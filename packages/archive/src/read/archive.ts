import type { ArchiveKind, Item, Outcome } from '@hostspec/spec';
import type { ArchiveFile, SkippedMember } from '../archive-index.js';
import type { Manifest } from '../manifest.js';

/** The information about an item: complete in an archive of hostspec, less in one of insights-core. */
export type ItemRecord = Pick<Item, 'path'> & Partial<Omit<Item, 'path'>>;

/** The information about a spec: complete in an archive of hostspec, less in one of insights-core. */
export type ArchiveOutcome = Pick<Outcome, 'name' | 'status'> &
  Partial<Omit<Outcome, 'name' | 'status' | 'items'>> & {
    readonly items: readonly ItemRecord[];
    /** The Python tracebacks that insights-core keeps; `reason` is their text. */
    readonly errors?: readonly string[];
  };

/** An item of an archive with its content, which is read only when it is asked for. */
export interface ArchiveItem extends ArchiveFile {
  readonly record: ItemRecord;
}

/** An archive that is open for reading. */
export interface Archive {
  readonly path: string;
  readonly kind: ArchiveKind;
  /** Only in an archive of hostspec. */
  readonly manifest: Manifest | undefined;
  /** Members, and outcomes of the manifest, that are ignored, each with the reason. */
  readonly skipped: readonly SkippedMember[];
  /** The outcomes by name of spec, in the manifest's order. */
  readonly outcomes: ReadonlyMap<string, ArchiveOutcome>;
  /** The files of the archive's own, beside the host's, by path: `manifest.json`, `meta_data/…`. */
  readonly own: ReadonlyMap<string, ArchiveFile>;
  /** The host's files and, below `insights_commands/`, outputs of commands, by path below the tree, no link followed. */
  readonly files: ReadonlyMap<string, ArchiveFile>;
  /** Links that lead to somewhere in the tree: path to path, in which `..` may follow another link. */
  readonly links: ReadonlyMap<string, string>;
  /** The file at a path below the tree, links followed within it. */
  find(path: string): ArchiveFile | undefined;
  /** The items of a spec, in order. @throws HostspecError `UNKNOWN_SPEC`; `INVALID_ARCHIVE` if content is missing. */
  items(spec: string): ArchiveItem[];
  /** Ends the reading; content cannot be read afterwards. */
  close(): Promise<void>;
}
