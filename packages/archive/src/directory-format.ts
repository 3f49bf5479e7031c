import { closeSync, lstatSync, readdirSync, renameSync, rmdirSync, truncateSync } from 'node:fs';
import type { Format, RunEnd } from './format.js';
import { journalName } from './journal.js';
import { manifestText } from './manifest.js';
import { metadataPath } from './metadata.js';
import type { WorkDirectory } from './work-directory.js';
import { writeNewFile } from './work-directory.js';

/** Makes the work directory itself the archive. */
export function directoryFormat(work: WorkDirectory, move: () => string): Format {
  writeNewFile(work, 'insights_archive.txt', '');
  const complete = async (end: RunEnd): Promise<string> => {
    completeDirectory(work, end);
    return move();
  };
  return {
    keep: (_item, fd) => {
      if (fd !== undefined) closeSync(fd);
    },
    write(outcome, _json, metadata) {
      if (metadata !== undefined) writeNewFile(work, metadataPath(outcome.name), metadata);
    },
    complete,
    salvage: complete,
    abort: async () => {},
  };
}

/** Writes the manifest and removes what is no part of the archive. */
export function completeDirectory(work: WorkDirectory, { head, outcomes, items }: RunEnd): void {
  for (const { path, bytes } of items.values()) cutLateOutput(`${work.path}/data/${path}`, bytes);
  try {
    writeNewFile(work, 'manifest.json', manifestText(head, outcomes));
  } catch (error) {
    work.remove('manifest.json');
    throw error;
  }
  work.remove(journalName);
  work.prune();
}

/** A descendant of a command that lives on may have written to the file after it was kept. */
function cutLateOutput(path: string, bytes: number): void {
  if (lstatSync(path).size > bytes) truncateSync(path, bytes);
}

/** Moves what a directory holds to another one, the manifest last, and removes the directory. */
export function moveChildren(from: string, to: string): void {
  const names = readdirSync(from).sort(
    (a, b) => Number(a === 'manifest.json') - Number(b === 'manifest.json'),
  );
  for (const name of names) renameSync(`${from}/${name}`, `${to}/${name}`);
  rmdirSync(from);
}
