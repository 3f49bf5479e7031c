import { isObject, jsonReader, keptEnd, keptStart, longestLine } from '@hostspec/host-kit';
import type {
  ArchivedRun,
  ArchiveKind,
  Cut,
  FilePart,
  Item,
  Miss,
  OutcomeStatus,
  TakePiece,
} from '@hostspec/spec';

/** A file of an archive. */
export interface ArchivedFile {
  readonly bytes: number;
  stream(): AsyncIterable<Uint8Array>;
}

/** A file that an archive mentions without its content. */
export const emptyFile: ArchivedFile = { bytes: 0, async *stream() {} };

/** What an archive says about a spec: everything in an archive of hostspec, less in one of insights-core. */
export interface ArchivedOutcome {
  readonly status: OutcomeStatus;
  readonly reason?: string | undefined;
  readonly items: readonly (Pick<Item, 'path'> & Partial<Omit<Item, 'path'>>)[];
  readonly misses?: readonly Miss[] | undefined;
  readonly errors?: readonly string[] | undefined;
}

interface ArchivedManifest extends Omit<ArchivedRun, 'kind'> {
  readonly collectedFrom?: ArchiveKind;
}

/** An open archive, as `openArchive` of `@hostspec/archive` returns it. */
export interface OpenedArchive {
  /** The archive, as the user named it. */
  readonly path: string;
  readonly kind: ArchiveKind;
  readonly manifest: (ArchivedManifest & { readonly hostname: string }) | undefined;
  readonly outcomes: ReadonlyMap<string, ArchivedOutcome>;
  /** By path below the host's root, without a leading slash. */
  readonly files: ReadonlyMap<string, ArchivedFile>;
  /** Links, by path as in `files`, to such a path. A `..` in a target may follow another link. */
  readonly links: ReadonlyMap<string, string>;
}

/** Reads a file, or its beginning up to a limit. */
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

const maxBytes = 64 * 1024 ** 2;

/** Parses a JSON file; undefined if it is not JSON or too large. The caller checks its shape. */
export async function readJson(file: ArchivedFile): Promise<unknown> {
  if (file.bytes > maxBytes) return undefined;
  try {
    return jsonReader().read((await readArchived(file)).toString());
  } catch {
    return undefined;
  }
}

/** The value at nested keys of a JSON object; undefined if there is none. */
export function at(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce(
    (inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    value,
  );
}

interface GiveArchivedOptions {
  readonly maxBytes: number;
  /** Cut anywhere, not only at a line. */
  readonly raw?: boolean | undefined;
  /** Give only this part of the file. */
  readonly part?: FilePart | undefined;
  /** Which part of larger content to keep: the end of a file, the start of an output. */
  readonly keep: 'start' | 'end';
}

/**
 * Gives the content of a stored file in pieces. Beyond the limit, gives only the start, or the end from a whole line on. Returns how it was
 * cut.
 */
export async function giveArchived(
  file: ArchivedFile,
  take: TakePiece,
  { maxBytes, raw, part, keep }: GiveArchivedOptions,
): Promise<Cut | undefined> {
  const begin = Math.min(part?.from ?? 0, file.bytes);
  const end = Math.min(part?.to ?? file.bytes, file.bytes);
  const first = keep === 'end' ? Math.max(end - maxBytes, begin) : begin;
  const last = Math.min(first + maxBytes, end);
  let position = 0;
  let bytes = 0;
  const give = async (kept: Uint8Array): Promise<void> => {
    if (kept.length > 0) await take(kept);
    bytes += kept.length;
  };
  let line: Buffer | undefined = first === begin || raw ? undefined : Buffer.alloc(0);
  for await (const piece of file.stream()) {
    const kept = piece.subarray(Math.max(first - position, 0), Math.max(last - position, 0));
    position += piece.length;
    if (line === undefined) await give(kept);
    else {
      line = Buffer.concat([line, kept]);
      const lineEnd = line.indexOf(10);
      const isLast = lineEnd + 1 === line.length && position >= last;
      if (!isLast && (lineEnd >= 0 || line.length > longestLine)) {
        await give(line.subarray(lineEnd + 1));
        line = undefined;
      }
    }
    if (position >= last) break;
  }
  if (line) await give(line);
  const all = end - begin;
  if (all <= maxBytes) return undefined;
  return keep === 'end' ? keptEnd(bytes, all) : keptStart(bytes, all);
}
