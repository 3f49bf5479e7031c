/** A file of an archive. */
export interface ArchivedFile {
  readonly bytes: number;
  /** The content in pieces. */
  stream(): AsyncIterable<Uint8Array>;
}

/** Where a link of an archive leads. */
export interface ArchivedLink {
  readonly target: string;
  /** A hard link's target counts from the archive's top. */
  readonly hard: boolean;
}

/** What an archive holds, by path from its top without a leading slash; a reader of archives gives it. */
export interface ArchiveSource {
  /** The archive, as the user knows it. */
  readonly path: string;
  readonly files: ReadonlyMap<string, ArchivedFile>;
  readonly links: ReadonlyMap<string, ArchivedLink>;
}

/** The content of a file, at most so many bytes of its beginning. */
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
