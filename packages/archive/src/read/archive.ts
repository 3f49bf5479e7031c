import type { ArchiveKind, Item, Outcome } from '@hostspec/spec';
import type { ArchiveFile, SkippedMember } from '../archive-index.js';
import type { Manifest } from '../manifest.js';
import type { ArchiveTree } from './archive-layout.js';

/** What is known of an item: everything in an archive of hostspec, less in one of insights-core. */
export type ItemRecord = Pick<Item, 'path'> & Partial<Omit<Item, 'path'>>;

/** What is known of a spec: everything in an archive of hostspec, less in one of insights-core. */
export type ArchiveOutcome = Pick<Outcome, 'name' | 'status'> &
  Partial<Omit<Outcome, 'name' | 'status' | 'items'>> & {
    readonly items: readonly ItemRecord[];
    /** The Python tracebacks that insights-core stores; `reason` has their text. */
    readonly errors?: readonly string[];
  };

/** An item whose content is read on demand. */
export interface ArchiveItem extends ArchiveFile {
  readonly record: ItemRecord;
}

/** An archive that is open for reading. */
export interface Archive extends ArchiveTree {
  readonly path: string;
  readonly kind: ArchiveKind;
  /** Only in archives of hostspec. */
  readonly manifest: Manifest | undefined;
  /** Ignored members, and ignored outcomes of the manifest. */
  readonly skipped: readonly SkippedMember[];
  readonly outcomes: ReadonlyMap<string, ArchiveOutcome>;
  /** The archive's own files, by path: `manifest.json`, `meta_data/…`. */
  readonly own: ReadonlyMap<string, ArchiveFile>;
  /** The items of a spec, in order. @throws HostspecError `UNKNOWN_SPEC`; `INVALID_ARCHIVE` if content is missing. */
  items(spec: string): ArchiveItem[];
  /** Closes the archive. Content cannot be read afterwards. */
  close(): Promise<void>;
}
