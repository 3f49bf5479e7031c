import type { Archive, ArchiveItem } from '@hostspec/archive';
import { rowsIn, rowsOf, type Table } from '@hostspec/parse';
import { type Host, readBytes } from '@hostspec/spec';
import { filteredSpecs, logSpecs, type Place, type Places, placesOf, type SpecName } from './sources.js';

/** The beginning or the end of one item or output. */
export interface Piece {
  /** Its path below the archive's tree, or its source. */
  readonly name: string;
  readonly text: string;
  /** The command line whose output it is, if the archive says it. */
  readonly argv?: readonly string[] | undefined;
}

/** The content of an archive by name of spec, of whichever kind the archive is. */
export interface Evidence {
  readonly archive: Archive;
  /** The first content of a spec; undefined if the archive has none. */
  text(spec: SpecName): Promise<string | undefined>;
  /** The rows of the first content of a spec; none if the archive has none. */
  rows<Row>(spec: SpecName, table: Table<Row>): Promise<Row[]>;
  /** The last part of the first content of a spec, for logs; undefined if the archive has none. */
  end(spec: SpecName): Promise<string | undefined>;
  /** Why the content of a spec is not all that the host gave, in words; undefined if nothing is known to be missing. */
  missing(spec: string): string | undefined;
  /** All content of a spec, at most 64 items and 8 MiB of it: the beginning of each, or its end. */
  pieces(spec: string, part?: Part): Promise<readonly Piece[]>;
}

/** The rows of the first spec that has any, in the order of `tables`, and its name. */
export async function firstRows<Row>(
  rows: Evidence['rows'],
  tables: Readonly<Partial<Record<SpecName, Table<Row>>>>,
): Promise<readonly [all: readonly Row[], from: SpecName] | undefined> {
  for (const [spec, table] of Object.entries(tables) as [SpecName, Table<Row>][]) {
    const all = await rows(spec, table);
    if (all.length > 0) return [all, spec];
  }
  return undefined;
}

/** How much of each item is read, in bytes. */
export const maxPieceBytes = 8 * 1024 * 1024;
const maxPieces = 64;
// What is longer is read again each time: an archive may have dozens of such items.
const longestKept = 1024 * 1024;

/** Which part of long content is read. */
type Part = 'start' | 'end';

/** How much of a spec is read. */
interface Limits {
  readonly part: Part;
  readonly pieces: number;
}

/**
 * Reads from the items of the archive's specs, or from the host that the archive is presented as, at the places of a catalog;
 * without a host, only from items.
 */
export function evidenceOf(archive: Archive, host: Host | undefined, places: Places = new Map()): Evidence {
  const read = new Map<string, Promise<readonly Piece[]>>();
  const partsOf = (spec: string, part: Part, pieces = 1): Promise<readonly Piece[]> => {
    const key = `${part} ${pieces} ${spec}`;
    const known = read.get(key);
    if (known) return known;
    const parts = piecesOf(archive, host, spec, { part, pieces }, places);
    read.set(key, parts);
    const forget = (): unknown => read.delete(key);
    parts.then((all) => all.some(({ text }) => text.length > longestKept) && forget(), forget);
    return parts;
  };
  return {
    archive,
    missing: (spec) => whyNotWhole(archive, spec),
    pieces: (spec, part = 'start') => partsOf(spec, part, maxPieces),
    rows: async (spec, table) => {
      const [item] = archive.outcomes.get(spec)?.items.length ? archive.items(spec) : [];
      if (item && item.bytes > longestKept) return rowsOfItem(item, table);
      return rowsOf(table, (await partsOf(spec, 'start'))[0]?.text ?? '');
    },
    text: async (spec) => (await partsOf(spec, 'start'))[0]?.text,
    end: async (spec) => (await partsOf(spec, 'end'))[0]?.text,
  };
}

/** Whether insights-core collected the content of an archive. */
export function isOfInsights({ kind, manifest }: Pick<Archive, 'kind' | 'manifest'>): boolean {
  return (manifest?.collectedFrom ?? kind).startsWith('insights');
}

/** Why the items of a spec are not all that the host gave, in words; undefined if nothing is known to be missing. */
export function whyNotWhole(archive: Archive, spec: string): string | undefined {
  if (filteredSpecs.has(spec) && isOfInsights(archive)) return 'insights-core keeps only some lines';
  const items = archive.outcomes.get(spec)?.items ?? [];
  if (items.some(({ masked }) => (masked?.line ?? 0) > 0)) return 'lines were left out';
  return !logSpecs.has(spec) && items.some(({ truncated }) => truncated) ? 'the content was cut' : undefined;
}

async function piecesOf(
  archive: Archive,
  host: Host | undefined,
  spec: string,
  limits: Limits,
  places: Places,
): Promise<readonly Piece[]> {
  if ((archive.outcomes.get(spec)?.items.length ?? 0) > 0) {
    const pieces: Piece[] = [];
    let left = maxPieceBytes;
    for (const item of archive.items(spec).slice(0, limits.pieces)) {
      if (left <= 0) break;
      const text = await partOf(item.stream(), limits.part);
      left -= text.length;
      const { path, source } = item.record;
      pieces.push({ name: path, text, argv: source?.kind === 'command' ? source.argv : undefined });
    }
    return pieces;
  }
  if (!host) return [];
  for (const place of placesOf(spec, places)) {
    const pieces = await piecesAt(host, place, limits);
    if (pieces.length > 0) return pieces;
  }
  return [];
}

async function piecesAt(host: Host, place: Place, { part, pieces: most }: Limits): Promise<Piece[]> {
  if ('command' in place) {
    const { rc, output } = await host.run(place.command);
    return rc === undefined || output.length === 0
      ? []
      : [{ name: place.command, text: textOf(output, part) }];
  }
  const paths = 'file' in place ? [place.file] : (await host.glob([place.files].flat())).paths;
  const pieces: Piece[] = [];
  let left = maxPieceBytes;
  for (const path of paths.slice(0, maxPieces)) {
    if (left <= 0 || pieces.length === most) break;
    const bytes = await readBytes(host, path);
    if (!bytes) continue;
    left -= bytes.length;
    pieces.push({ name: path, text: textOf(bytes, part) });
  }
  return pieces;
}

function textOf(bytes: Uint8Array, part: Part): string {
  const kept = part === 'start' ? bytes.subarray(0, maxPieceBytes) : bytes.subarray(-maxPieceBytes);
  return new TextDecoder().decode(kept);
}

async function rowsOfItem<Row>(item: ArchiveItem, table: Table<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of rowsIn(table, startOf(item.stream()))) rows.push(row);
  return rows;
}

/** The part of a stream that is read, in pieces. */
async function* startOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = maxPieceBytes;
  for await (const piece of stream) {
    yield piece.subarray(0, left);
    left -= piece.length;
    if (left <= 0) return;
  }
}

async function partOf(stream: AsyncIterable<Uint8Array>, part: Part): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of part === 'start' ? startOf(stream) : stream) {
    pieces.push(piece);
    bytes += piece.length;
    while (bytes - (pieces[0]?.length ?? bytes) >= maxPieceBytes) bytes -= pieces.shift()?.length ?? 0;
  }
  return textOf(Buffer.concat(pieces), part);
}
