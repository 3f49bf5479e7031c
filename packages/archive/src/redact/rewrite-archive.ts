import { createHash } from 'node:crypto';
import type { Item, MaskedCounts, Outcome } from '@hostspec/spec';
import { shapes } from '@hostspec/spec';
import type { ArchiveFile } from '../archive-index.js';
import { shownPath } from '../archive-index.js';
import { invalidArchive, jsonReaderOf } from '../archive-limits.js';
import { fitName } from '../archive-name.js';
import type { FormatName } from '../formats.js';
import { wantedPath } from '../item-path.js';
import type { Manifest, ManifestHead } from '../manifest.js';
import { metadataPath, metadataText } from '../metadata.js';
import { type PathAllocator, pathAllocator } from '../path-allocator.js';
import type { Archive } from '../read/archive.js';
import { readJson } from '../read/read-manifest.js';
import { Unreadable } from '../read/unreadable.js';
import { sinkError } from '../sink-error.js';
import { createWorkDirectory, type WorkDirectory } from '../work-directory.js';
import { tidied } from '../write/complete-run.js';
import { type ContentStore, treeStore } from '../write/content-store.js';
import type { Format, Target } from '../write/format.js';
import { type NdjsonStreamOptions, streamTarget } from '../write/ndjson-sink.js';
import { type CopyOptions, onAbort } from '../write/new-output.js';
import { openPlace } from '../write/target-path.js';
import { targetFor } from '../write/targets.js';
import { maskContent } from './mask-content.js';
import { addCounts, type MaskingWork } from './masking.js';

/** Changes what a manifest says. The items of an outcome stay as many and in order. */
export interface ManifestChange {
  head(head: ManifestHead): ManifestHead;
  outcome(outcome: Outcome): Outcome;
}

/**
 * Writes an archive of hostspec again, in the same format, with its content masked and its manifest changed; returns where it is.
 *
 * @throws HostspecError `INVALID_ARCHIVE` if content does not match the manifest.
 */
export async function rewriteArchive(
  archive: Archive,
  manifest: Manifest,
  format: FormatName,
  options: CopyOptions | NdjsonStreamOptions,
  work: MaskingWork,
  change: ManifestChange,
): Promise<string> {
  const target: Target = 'fd' in options ? streamTarget(options) : targetFor(format, options);
  const place = openPlace(target.option, target.parent, target.parent, target.name, {
    alone: target.inside ?? false,
  });
  let directory: WorkDirectory | undefined;
  let made: Format | undefined;
  try {
    directory = createWorkDirectory(place, target.name);
    onAbort(work.signal, directory.destroy);
    const store = treeStore(directory);
    made = target.open({ work: directory, stored: directory, content: store, place });
    const run = { archive, manifest, store, made, work, change };
    return tidied(await made.complete(await writeRun(run)), directory);
  } catch (error) {
    await made?.abort();
    directory?.destroy();
    throw work.failure() ?? sinkError(error, directory?.path ?? place.path);
  } finally {
    place.close();
  }
}

interface Run {
  readonly archive: Archive;
  readonly manifest: Manifest;
  readonly store: ContentStore;
  readonly made: Format;
  readonly work: MaskingWork;
  readonly change: ManifestChange;
}

async function writeRun(run: Run): Promise<Parameters<Format['complete']>[0]> {
  const { archive, manifest, made, work, change } = run;
  const { outcomes, ...before } = manifest;
  const head = change.head(before);
  made.begin({ ...head, specs: [] });
  const paths = pathAllocator(['insights_commands', 'insights_containers']);
  const items = new Map<string, Item>();
  const written: string[] = [];
  for (const outcome of outcomes) {
    const after = await writeItems(run, paths, outcome);
    for (const item of after.items) items.set(item.path, item);
    await made.write(after, metadataText(after, await isList(archive, outcome, work)));
    written.push(JSON.stringify(after));
  }
  leftOut(run);
  return { head, outcomes: written, items };
}

async function writeItems(run: Run, paths: PathAllocator, outcome: Outcome): Promise<Outcome> {
  const { change, work } = run;
  const after = change.outcome(outcome);
  const items: Item[] = [];
  const lost: Outcome['misses'][number][] = [];
  for (const [index, before] of outcome.items.entries()) {
    const item = after.items[index] as Item;
    const path = paths.allocate(pathOf(outcome.name, before, item));
    try {
      items.push(await writeItem(run, outcome.name, before, { ...item, path }));
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      paths.release(path);
      const reason = `left out: ${error.message}`;
      lost.push({ source: item.source, status: 'failed', reason });
      work.left({ path: shownPath(path), reason: error.message });
    }
  }
  if (lost.length === 0) return { ...after, items };
  return {
    ...after,
    ...(items.length === 0 && { status: 'failed' }),
    reason: after.reason ?? lost[0]?.reason ?? '',
    items,
    misses: [...after.misses, ...lost],
  };
}

/** The names of an item: as before, unless what they were made from has changed. */
function pathOf(spec: string, before: Item, after: Item): readonly string[] {
  const made = ({ source, commandLine, saveAs, container }: Item): string =>
    JSON.stringify([source, commandLine, saveAs, container]);
  if (made(before) !== made(after)) return wantedPath({ ...after, spec });
  return after.path === before.path
    ? before.path.split('/')
    : after.path.split('/').map((name) => fitName(name));
}

async function writeItem(
  { archive, store, made, work }: Run,
  spec: string,
  before: Item,
  item: Item,
): Promise<Item> {
  const file = archive.files.get(before.path);
  if (!file) throw altered(archive, before.path, spec, 'is missing');
  const content = store.open(item.path);
  const hash = createHash('sha256');
  let bytes = 0;
  let masked: MaskedCounts;
  let difference: unknown;
  const differs = (how: string): void => {
    difference = altered(archive, before.path, spec, how);
    throw difference;
  };
  try {
    masked = await maskContent(work, item.path, checked(before, file, differs), {
      async write(piece) {
        content.write(piece);
        hash.update(piece);
        bytes += piece.length;
      },
    });
  } catch (error) {
    content.discard();
    throw difference ?? error;
  }
  work.counted(masked);
  const all = { ...item.masked };
  addCounts(all, masked);
  const kept: Item = {
    ...item,
    bytes,
    sha256: hash.digest('hex'),
    ...(Object.keys(all).length > 0 && { masked: all }),
  };
  content.keep(kept);
  made.keep(kept);
  return kept;
}

/** The content of an item, which must be what the manifest says: a copy must not make an altered archive look whole. */
async function* checked(
  { bytes, sha256 }: Item,
  file: ArchiveFile,
  differs: (how: string) => void,
): AsyncGenerator<Uint8Array> {
  if (file.bytes !== bytes) differs('has another size than the manifest says');
  const hash = createHash('sha256');
  for await (const piece of file.stream()) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== sha256) differs('has another SHA-256 than the manifest says');
}

function altered({ path: archive }: Archive, path: string, spec: string, how: string): Error {
  return invalidArchive(
    archive,
    `data/${shownPath(path)} of spec ${spec} ${how}; hostspec verify lists all differences`,
  );
}

/** What the manifest does not explain is not copied. */
function leftOut({ archive, manifest, work }: Run): void {
  const known = new Set(manifest.outcomes.flatMap(({ items }) => items.map(({ path }) => path)));
  for (const path of [...archive.files.keys(), ...archive.links.keys()])
    if (!known.has(path))
      work.left({
        path: shownPath(work.redaction.text(`data/${path}`)),
        reason: 'the manifest does not explain it',
      });
  for (const { path, reason } of archive.skipped)
    work.left({ path: shownPath(work.redaction.text(path)), reason: work.redaction.text(reason) });
}

/** Whether the metadata of a spec has a list, even of one result. */
async function isList({ path, own }: Archive, { name }: Outcome, { limits }: MaskingWork): Promise<boolean> {
  const file = own.get(metadataPath(name));
  if (!file || file.bytes > limits.jsonBytes) return false;
  const document = await readJson(path, metadataPath(name), file, jsonReaderOf(limits)).catch(
    () => undefined,
  );
  return shapes.isObject(document) && Array.isArray(document.results);
}
