import { lstatSync, readdirSync, renameSync, rmdirSync, rmSync, truncateSync } from 'node:fs';
import { HostspecError } from '@hostspec/spec';
import type { Format, RunEnd, Workshop } from './format.js';
import { copyContent } from './into-tree.js';
import { manifestName, manifestText } from './manifest.js';
import { metadataPath } from './metadata.js';
import { isNoSpace } from './sink-error.js';
import type { WorkDirectory } from './work-directory.js';
import { journalName, writeNewFile } from './work-directory.js';

/** The empty file that marks the layout of insights-core. */
export const markerName = 'insights_archive.txt';

/** Makes the work directory itself the archive; `move` puts it at its place. */
export function directoryFormat({ work, source, content }: Workshop, move: () => string): Format {
  const late: Metadata[] = [];
  writeNewFile(work, markerName, '');
  const complete = async (end: RunEnd): Promise<string> => {
    completeDirectory(work, end, late);
    return move();
  };
  return {
    begin() {},
    keep(item) {
      if (source !== work) copyContent(source, content, work, item);
    },
    write({ name }, text) {
      if (text === undefined) return;
      const path = metadataPath(name);
      try {
        writeNewFile(work, path, text);
      } catch (error) {
        if (isNoSpace(error)) late.push({ path, text });
        throw error;
      }
    },
    complete,
    salvage: complete,
    async abort() {},
  };
}

/** A metadata file of the layout of insights-core. */
export interface Metadata {
  readonly path: string;
  readonly text: string;
}

/** Writes the manifest, and the metadata for which there was no room before, and removes what is no part of the archive. */
export function completeDirectory(
  work: WorkDirectory,
  { head, outcomes, items }: RunEnd,
  late: readonly Metadata[],
): void {
  for (const { path, bytes } of items.values()) cutLateOutput(work.file(`data/${path}`), bytes);
  writeNewFile(work, manifestName, manifestText(head, outcomes));
  try {
    for (const { path, text } of late) writeNewFile(work, path, text);
  } catch (error) {
    // The manifest says it all; the metadata only serve other readers.
    if (!isNoSpace(error)) throw error;
  }
  work.prune();
}

/** Makes the complete work directory the directory at `path`, where nothing or an empty directory is. */
export function moveDirectory(work: WorkDirectory, path: string): void {
  if (work.isAt(work.path)) renameSync(work.path, path);
  if (!work.isAt(path))
    throw new HostspecError('SINK', `${work.path} was replaced by something else while it was in use`, {
      subject: work.path,
    });
  // Only now: until it is at its place, a killed run is completed from the journal.
  rmSync(`${path}/${journalName}`, { force: true });
  work.release();
}

/** Moves what the complete work directory holds to another directory, the manifest last. */
export function moveChildren(work: WorkDirectory, path: string): void {
  const names = readdirSync(work.file('.')).filter((name) => name !== journalName && name !== manifestName);
  for (const name of [...names, manifestName]) renameSync(work.file(name), `${path}/${name}`);
  rmSync(work.file(journalName), { force: true });
  if (work.isAt(work.path)) rmdirSync(work.path);
  work.release();
}

/** A descendant of a command that lives on may have written to the file after it was kept. */
function cutLateOutput(path: string, bytes: number): void {
  if (lstatSync(path).size > bytes) truncateSync(path, bytes);
}
