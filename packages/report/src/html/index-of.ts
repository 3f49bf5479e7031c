import {
  type Archive,
  type ArchiveFile,
  type ArchiveOutcome,
  type ItemRecord,
  mappedSentence,
} from '@hostspec/archive';
import { defined, mangleCommand } from '@hostspec/host-kit';
import { joinWords, type Source } from '@hostspec/spec';
import { markMaker, numbersOf } from '../page/line-marks.js';
import { places } from '../summary/sources.js';
import type { Summary } from '../summary/summary.js';
import type { IndexEntry, IndexItem, ReportIndex } from './report-index.js';

/** Bytes of content in a block. */
export const blockBytes = 1024 * 1024;

/** Bytes of the blocks around it that a block repeats: more than a search text or the shown text around it has. */
export const marginBytes = 1024;

/** The index of a report, and the files whose content follows each other in its blocks. */
export interface PlannedReport {
  readonly index: ReportIndex;
  readonly files: readonly ArchiveFile[];
}

/** What a reader sees in the content of specs, by name. */
export type Docs = ReadonlyMap<string, string>;

/** Plans the report of an archive: where the content of each item will be. */
export function plannedReport(archive: Archive, summary: Summary, docs: Docs): PlannedReport {
  const files: ArchiveFile[] = [];
  let bytes = 0;
  const placed = new Map<string, number>();
  // In an archive from a stranger, any number of items may be one file. Its content is written once.
  const place = (path: string, file: ArchiveFile): number => {
    const known = placed.get(path);
    if (known !== undefined) return known;
    placed.set(path, bytes);
    files.push(file);
    bytes += file.bytes;
    return bytes - file.bytes;
  };
  const entries =
    archive.outcomes.size > 0
      ? [...archive.outcomes.values()].map((outcome) => entryOf(archive, outcome, docs, place))
      : [...archive.files]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([path, file]) => fileEntry(path, file, place));
  const { manifest, kind } = archive;
  return {
    files,
    index: {
      title: titleOf(archive, summary),
      kind,
      hasOutcomes: archive.outcomes.size > 0,
      mapping: mappedSentence(manifest),
      ...(manifest && { tool: manifest.tool, started: manifest.started, finished: manifest.finished }),
      blockBytes,
      marginBytes,
      bytes,
      problems: summary.problems,
      summary: summary.sections,
      entries,
      entryOfSpec: archive.outcomes.size > 0 ? {} : foundPaths(archive),
    },
  };
}

/** The name of the host of an archive, or of the archive. */
export function titleOf({ manifest, path }: Archive, { sections }: Summary): string {
  const name = sections[0]?.facts.find(({ label }) => label === 'name')?.text;
  return manifest?.hostname ?? name ?? path.split('/').at(-1) ?? 'host';
}

type Place = (path: string, file: ArchiveFile) => number;

function fileEntry(path: string, file: ArchiveFile, place: Place): IndexEntry {
  const item = { path, source: `/${path}`, offset: place(path, file), bytes: file.bytes };
  return { name: path, status: file.bytes === 0 ? 'empty' : 'collected', items: [item], misses: [] };
}

function entryOf(archive: Archive, outcome: ArchiveOutcome, docs: Docs, place: Place): IndexEntry {
  const { name, status, domain, reason, started, duration, misses = [] } = outcome;
  return defined({
    ...{ name, status, doc: docs.get(name), domain, reason, started, duration },
    items: archive.items(name).map((item) => itemOf(item.record, item, place)),
    misses: misses.map((miss) => ({
      source: sourceText(miss.source),
      status: miss.status,
      reason: miss.reason,
    })),
  });
}

function itemOf(record: ItemRecord, file: ArchiveFile, place: Place): IndexItem {
  const { path, source, rc, duration, container, truncated, masked } = record;
  return defined({
    path,
    source: source ? sourceText(source) : path,
    offset: place(path, file),
    bytes: file.bytes,
    rc: rc || undefined,
    duration,
    container: container && `${container.image} ${container.id}`,
    truncated: truncated?.reason,
    masked,
  });
}

function sourceText(source: Source): string {
  return source.kind === 'command' ? joinWords(source.argv) : source.path;
}

/** The files that the summary's specs have in an archive without outcomes, by name of spec. */
function foundPaths({ files }: Archive): Readonly<Record<string, string>> {
  const byName = new Map<string, string>();
  for (const path of files.keys()) byName.set(path.slice(path.lastIndexOf('/') + 1), path);
  const found: Record<string, string> = {};
  for (const [spec, all] of Object.entries(places))
    for (const place of all) {
      const path =
        'command' in place
          ? byName.get(mangleCommand(place.command))
          : 'file' in place
            ? place.file.slice(1)
            : undefined;
      if (path !== undefined && files.has(path)) found[spec] ??= path;
    }
  return found;
}

/** Files in order, and the marks of those that are longer than a block. Marks are set while the files are read. */
interface MarkedFiles {
  readonly files: readonly ArchiveFile[];
  /** By where a file begins in all content. */
  readonly marks: Record<number, readonly number[]>;
}

/** Finds the lines of long files while the report is written, so that its page need not scan them. */
export function markedFiles(files: readonly ArchiveFile[], blockBytes: number): MarkedFiles {
  const marks: Record<number, readonly number[]> = {};
  let offset = 0;
  const marked = files.map((file) => {
    const at = offset;
    offset += file.bytes;
    return file.bytes > blockBytes ? markedFile(file, (numbers) => (marks[at] = numbers)) : file;
  });
  return { files: marked, marks };
}

function markedFile(file: ArchiveFile, use: (numbers: readonly number[]) => void): ArchiveFile {
  return {
    bytes: file.bytes,
    read: () => file.read(),
    async *stream() {
      const made = markMaker();
      for await (const piece of file.stream()) {
        made.add(piece);
        yield piece;
      }
      const end = made.end();
      use(numbersOf({ marks: made.marks, end }));
    },
  };
}
