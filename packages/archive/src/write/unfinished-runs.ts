import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isWorkDirectoryName, openWorkDirectory } from '../work-directory.js';
import { readJournal } from './read-journal.js';

const most = 10;

/** The work directories in a directory that killed runs of this user left, which `recover` can complete. */
export function unfinishedRuns(directory: string): string[] {
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch {
    return [];
  }
  return names
    .filter(isWorkDirectoryName)
    .sort()
    .slice(0, most)
    .map((name) => join(directory, name))
    .filter(canBeCompleted);
}

function canBeCompleted(path: string): boolean {
  try {
    const work = openWorkDirectory(path);
    try {
      readJournal(work);
      return true;
    } finally {
      work.release();
    }
  } catch {
    return false;
  }
}
