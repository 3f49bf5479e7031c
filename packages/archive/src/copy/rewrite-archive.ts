import { createHash } from 'node:crypto';
import { addMasked, isObject } from '@hostspec/host-kit';
import type { Item, MaskedCounts, Miss, Outcome } from '@hostspec/spec';
import { type ArchiveFile, shownPath } from '../archive-index.js';
import { invalidArchive, jsonReaderOf } from '../archive-limits.js';
import { fitName } from '../archive-name.js';
import type { FormatName } from '../formats.js';
import { type PathAllocator, pathAllocator, wantedPath } from '../item-path.js';
import { type Manifest, metadataPath, metadataText } from '../manifest.js';
import type { Archive } from '../read/archive.js';
import { NotOpened, Unreadable } from '../read/content-start.js';
import { readJson } from '../read/read-manifest.js';
import { sinkError } from '../sink-error.js';
import { createWorkDirectory, type WorkDirectory } from '../work-directory.js';
import { tidied } from '../write/complete-run.js';
import type { Format, Target } from '../write/format.js';
import { type CopyOptions, onAbort } from '../write/new-output.js';
import { type NdjsonStreamOptions, streamTarget, targetFor } from '../write/sinks.js';
import { type ContentStore, treeStore } from '../write/stores.js';
import { openTarget } from '../write/target-path.js';
import {
  type CopyChange,
  type CopyDenials,
  denialOfItem,
  deniedOutcome,
  type ManifestChange,
} from './copy-change.js';
import { maskContent } from './copy-members.js';
import type { MaskingWork } from './masking.js';

/**
 * Writes an archive of hostspec again, in the same format, with masked content and a changed manifest. Returns its path.
 *
 * @throws HostspecError `INVALID_ARCHIVE` if content does not match the manifest.
 */
export async function rewriteArchive(
  archive: Archive,
  manifest: Manifest,
  format: FormatName,
  options: CopyOptions | NdjsonStreamOptions,
  work: MaskingWork,
  change: Pick<CopyChange, 'manifest' | 'denials'>,
): Promise<string> {
  const target: Target = 'fd' in options ? streamTarget(options) : targetFor(format, options);
  const place = openTarget(target);
  let directory: WorkDirectory | undefined;
  let made: Format | undefined;
  try {
    directory = createWorkDirectory(place, target.name);
    onAbort(work.signal, directory.destroy);
    const store = treeStore(directory);
    made = target.open({ work: directory, stored: directory, content: store, place });
    const run = { archive, manifest, store, made, work, change: change.manifest, denials: change.denials };
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
  readonly denials: CopyDenials | undefined;
}

async function writeRun(run: Run): Promise<Parameters<Format['complete']>[0]> {
  const { archive, manifest, made, work, change } = run;
  const { outcomes, ...before } = manifest;
  const head = change.head(before);
  made.begin({ ...head, specs: [] });
  const paths = pathAllocator();
  const items = new Map<string, number>();
  const written: string[] = [];
  for (const outcome of outcomes) {
    const after = await writeItems(run, paths, outcome);
    for (const { path, bytes } of after.items) items.set(path, bytes);
    await made.write(after, metadataText(after, await isList(archive, outcome, work)));
    written.push(JSON.stringify(after));
  }
  leftOut(run);
  return { head, outcomes: written, items };
}

async function writeItems(run: Run, paths: PathAllocator, outcome: Outcome): Promise<Outcome> {
  const { change, denials, work } = run;
  const denial = denials?.spec(outcome.name);
  const after = change.outcome(denial === undefined ? outcome : deniedOutcome(outcome, denial));
  if (denial !== undefined) return after;
  const items: Item[] = [];
  const lost: Miss[] = [];
  for (const [index, before] of outcome.items.entries()) {
    const item = after.items[index] as Item;
    const { source } = item;
    const reason = denialOfItem(before, denials);
    if (reason !== undefined) {
      lost.push({ source, status: 'denied', reason });
      continue;
    }
    const path = paths.allocate(pathOf(outcome.name, before, item));
    try {
      const written = await writeItem(run, outcome.name, before, { ...item, path });
      if (isLeftOut(before, written)) {
        paths.release(path);
        lost.push({ source, status: 'empty', reason: 'every line of it is left out' });
      } else items.push(written);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      paths.release(path);
      const status = error instanceof NotOpened ? 'denied' : 'failed';
      lost.push({ source, status, reason: `left out: ${error.message}` });
      work.left({ path: shownPath(path), reason: error.message });
    }
  }
  const [first] = lost;
  if (first === undefined) return { ...after, items };
  return {
    ...after,
    ...(items.length === 0 && { status: first.status }),
    reason: (items.length === 0 ? undefined : after.reason) ?? first.reason,
    items,
    misses: [...after.misses, ...lost],
  };
}

const isLeftOut = (before: Item, after: Item): boolean => before.bytes > 0 && after.bytes === 0;

/** The path of an item: the old one, unless what it was made from has changed. */
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
    masked = await maskContent(
      { ...work, keepsPacked: work.keepsPacked || (item.raw ?? false) },
      item.path,
      checked(before, file, differs),
      {
        async write(piece) {
          content.write(piece);
          hash.update(piece);
          bytes += piece.length;
        },
      },
    );
  } catch (error) {
    content.discard();
    throw difference ?? error;
  }
  work.counted(masked);
  const all = addMasked({ ...item.masked }, masked);
  const kept: Item = {
    ...item,
    bytes,
    sha256: hash.digest('hex'),
    ...(Object.keys(all).length > 0 && { masked: all }),
  };
  if (isLeftOut(before, kept)) content.discard();
  else {
    content.keep(kept);
    made.keep(kept);
  }
  return kept;
}

/** Reads the content of an item and compares it with the manifest: a copy must not make an altered archive look sound. */
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

/** Reports what the manifest does not explain, which is not copied. */
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

/** Whether the metadata of a spec is a list, even of one result. */
async function isList({ path, own }: Archive, { name }: Outcome, { limits }: MaskingWork): Promise<boolean> {
  const file = own.get(metadataPath(name));
  if (!file || file.bytes > limits.jsonBytes) return false;
  const document = await readJson(path, metadataPath(name), file, jsonReaderOf(limits)).catch(
    () => undefined,
  );
  return isObject(document) && Array.isArray(document.results);
}
