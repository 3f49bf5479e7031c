import { lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, isNoSpace } from '@hostspec/files';
import type { HeldDirectory, OutputPlace } from '@hostspec/files/output';
import { HostspecError } from '@hostspec/spec';
import { splitEnding } from '../formats.js';
import { manifestName, manifestText, markerName, metadataPath } from '../manifest.js';
import { Untidy } from '../sink-error.js';
import { journalName, type WorkDirectory, writeNewFile } from '../work-directory.js';
import type { FinishedRun, Format, Metadata, RunToSalvage, Workshop } from './format.js';
import { copyContent, moveIntoTree } from './into-tree.js';
import type { ContentFinder } from './stores.js';

/** Makes the work directory itself the archive; `move` puts it into place. */
export function directoryFormat({ work, stored, content }: Workshop, move: () => string): Format {
  const late = new Map<string, string>();
  writeNewFile(work, markerName, '');
  const complete = async (end: FinishedRun): Promise<string> => {
    completeDirectory(
      work,
      end,
      [...late].map(([path, text]) => ({ path, text })),
    );
    return move();
  };
  return {
    begin() {},
    keep(item) {
      if (stored !== work) copyContent(stored, content, work, item);
    },
    write({ name }, text) {
      if (text === undefined) return;
      const path = metadataPath(name);
      try {
        writeNewFile(work, path, text);
      } catch (error) {
        late.set(path, text);
        throw error;
      }
      // This may be a second attempt.
      late.delete(path);
    },
    complete,
    salvage: complete,
    async abort() {},
  };
}

/** Writes the manifest and metadata that did not fit before. Removes files that are not part of the archive. */
export function completeDirectory(
  work: WorkDirectory,
  { head, outcomes, items }: FinishedRun,
  late: readonly Metadata[],
): void {
  removeRest(work, items);
  for (const [path, bytes] of items) cutLateOutput(work.file(`data/${path}`), bytes);
  writeNewFile(work, manifestName, manifestText(head, outcomes));
  try {
    for (const { path, text } of late) writeNewFile(work, path, text);
  } catch (error) {
    // The manifest has all information; the metadata are only for other readers.
    if (!isNoSpace(error)) throw error;
  }
  work.prune();
}

/** Removes files that were discarded but could not be removed then. */
function removeRest(work: WorkDirectory, items: FinishedRun['items']): void {
  const known = new Set([journalName, markerName, ...[...items.keys()].map((path) => `data/${path}`)]);
  for (const file of work.made()) if (!known.has(file) && !file.startsWith('meta_data/')) work.remove(file);
}

/** Moves the complete work directory to a name that must be free. */
export function moveDirectory(work: WorkDirectory, place: HeldDirectory, name: string): void {
  const path = place.at(name);
  // A rename alone would replace an empty directory.
  mkdirSync(path, 0o700);
  try {
    if (work.isAt(work.place())) renameSync(work.place(), path);
    if (!work.isAt(path))
      throw new HostspecError('SINK', `${work.path} was replaced by something else while it was in use`, {
        subject: work.path,
      });
  } catch (error) {
    removeEmpty(path);
    throw error;
  }
  tidy(join(place.path, name), `its ${journalName}`, () => rmSync(`${path}/${journalName}`, { force: true }));
  work.release();
}

/** Only once the archive is in place: until then, a killed run is completed from the journal. */
function tidy(path: string, what: string, remove: () => void): void {
  try {
    remove();
  } catch (error) {
    throw new Untidy(path, what, error);
  }
}

/** Removes the directory that another one should have replaced. */
function removeEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // If it is not empty or is gone, it is not the one made here.
  }
}

/**
 * Moves the contents of the complete work directory to an empty directory. The manifest goes last, because without it nobody takes an
 * incomplete move for an archive. If the move fails, everything is moved back.
 */
export function moveChildren(work: WorkDirectory, directory: HeldDirectory): void {
  const names = readdirSync(work.file('.')).filter((name) => name !== journalName && name !== manifestName);
  const moved: string[] = [];
  try {
    for (const name of [...names, manifestName]) {
      renameSync(work.file(name), directory.at(name));
      moved.push(name);
    }
  } catch (error) {
    for (const name of moved) moveBack(directory.at(name), work.file(name));
    throw error;
  }
  tidy(directory.path, work.path, () => {
    rmSync(work.file(journalName), { force: true });
    if (work.isAt(work.place())) rmdirSync(work.place());
  });
  work.release();
}

function moveBack(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    // The caller gets the error that stopped the move.
  }
}

/** Cuts what a surviving child of a command wrote after the file was stored. */
function cutLateOutput(path: string, bytes: number): void {
  if (lstatSync(path).size > bytes) truncateSync(path, bytes);
}

/** Takes a name; if it exists, one beside it with `~2`, `~3` …. Returns the path. */
export function takeFreeName(place: OutputPlace, name: string, attempt: (name: string) => void): string {
  const { stem, ending } = splitEnding(name);
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${stem}~${number}${ending}`;
    try {
      attempt(free);
      return place.find(free);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

/** Moves a work directory to a name or one beside it. Returns the path. */
export function placeBeside(work: WorkDirectory, place: OutputPlace, name: string): string {
  return takeFreeName(place, name, (free) => moveDirectory(work, place, free));
}

/** An archive for which there was not enough space. */
interface Remains {
  readonly work: WorkDirectory;
  readonly content: ContentFinder;
  readonly place: OutputPlace;
}

/** Turns the existing content into a directory with this name or one beside it. Returns the path. */
export function salvageDirectory({ work, content, place }: Remains, end: RunToSalvage, name: string): string {
  writeNewFile(work, markerName, '');
  moveIntoTree(work, content, end.items);
  completeDirectory(work, end, end.metadata());
  return placeBeside(work, place, name);
}
