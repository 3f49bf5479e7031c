import { lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { isNoSpace } from '@hostspec/files';
import { HostspecError } from '@hostspec/spec';
import type { HeldDirectory } from '../held-directory.js';
import { manifestName, manifestText, markerName } from '../manifest.js';
import { metadataPath } from '../metadata.js';
import { Untidy } from '../sink-error.js';
import type { WorkDirectory } from '../work-directory.js';
import { journalName, writeNewFile } from '../work-directory.js';
import type { FinishedRun, Format, Metadata, Workshop } from './format.js';
import { copyContent } from './into-tree.js';

/** Turns the work directory itself into the archive; `move` puts it into place. */
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

/** Writes the manifest, and metadata for which there was no space before, and removes files that are not part of the archive. */
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

/** A discarded file that could not be removed is not part of the archive. */
function removeRest(work: WorkDirectory, items: FinishedRun['items']): void {
  const known = new Set([journalName, markerName, ...[...items.keys()].map((path) => `data/${path}`)]);
  for (const file of work.made()) if (!known.has(file) && !file.startsWith('meta_data/')) work.remove(file);
}

/** Moves the complete work directory to a name that must not exist yet. */
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

/** Only when the archive is in place: until then, a killed run is completed from the journal. */
function tidy(path: string, what: string, remove: () => void): void {
  try {
    remove();
  } catch (error) {
    throw new Untidy(path, what, error);
  }
}

/** Removes the rest of a directory that another one should have replaced. */
function removeEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // If it is not empty, or is gone, it is not the directory that was made here.
  }
}

/**
 * Moves the contents of the complete work directory to an empty directory, the manifest last: without it nobody takes an
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
    // Report the error that stopped the move.
  }
}

/** A surviving descendant of a command may have written to the file after it was stored. */
function cutLateOutput(path: string, bytes: number): void {
  if (lstatSync(path).size > bytes) truncateSync(path, bytes);
}
