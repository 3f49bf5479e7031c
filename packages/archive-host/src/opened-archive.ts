import type { ArchivedRun, ArchiveKind, Item, Miss, OutcomeStatus } from '@hostspec/spec';

/** A file of an archive. */
export interface ArchivedFile {
  readonly bytes: number;
  /** The content in pieces. */
  stream(): AsyncIterable<Uint8Array>;
}

/** A file that an archive mentions without keeping its content. */
export const emptyFile: ArchivedFile = { bytes: 0, async *stream() {} };

/** The information about a spec: complete in an archive of hostspec, less in one of insights-core. */
export interface ArchivedOutcome {
  readonly status: OutcomeStatus;
  readonly reason?: string | undefined;
  readonly items: readonly (Pick<Item, 'path'> & Partial<Omit<Item, 'path'>>)[];
  readonly misses?: readonly Miss[] | undefined;
  /** Texts of the errors that insights-core keeps. */
  readonly errors?: readonly string[] | undefined;
}

/** What the manifest of hostspec says about its run. */
interface ArchivedManifest extends Omit<ArchivedRun, 'kind'> {
  readonly collectedFrom?: ArchiveKind;
}

/** An archive that is open for reading, as `openArchive` of `@hostspec/archive` gives it. */
export interface OpenedArchive {
  /** The archive, as the user named it. */
  readonly path: string;
  readonly kind: ArchiveKind;
  readonly manifest: (ArchivedManifest & { readonly hostname: string }) | undefined;
  /** By name of spec. */
  readonly outcomes: ReadonlyMap<string, ArchivedOutcome>;
  /** By path below the host's root, without a leading slash. */
  readonly files: ReadonlyMap<string, ArchivedFile>;
  /** Links, by path as `files`, to such a path, in which `..` may follow another link. */
  readonly links: ReadonlyMap<string, string>;
}

/** The content of a file, or its beginning up to a limit. */
export async function readArchived(file: ArchivedFile, maxBytes = Number.POSITIVE_INFINITY): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of file.stream()) {
    pieces.push(piece.subarray(0, maxBytes - bytes));
    bytes += piece.length;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(pieces);
}
