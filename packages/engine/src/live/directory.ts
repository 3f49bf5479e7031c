import { Dirent, readdirSync } from 'node:fs';
import { fromFileSystem, toFileSystem } from './path-bytes.js';

/** Reads a directory once, however many patterns look into it. @throws a system error. */
export type ReadDirectory = (path: string) => readonly Dirent[];

/** Makes a reader of directories that remembers what it read. */
export function directoryReader(): ReadDirectory {
  const known = new Map<string, readonly Dirent[]>();
  return (path) => {
    let entries = known.get(path);
    if (!entries) {
      entries = readEntries(path);
      known.set(path, entries);
    }
    return entries;
  };
}

function readEntries(path: string): Dirent[] {
  const entries = readdirSync(toFileSystem(path), { withFileTypes: true });
  if (!entries.some((entry) => entry.name.includes('\ufffd'))) return entries;
  // A name that is not UTF-8 was decoded with losses: read the names again as bytes.
  return readdirSync(toFileSystem(path), { withFileTypes: true, encoding: 'buffer' }).map((entry) => {
    const name = fromFileSystem(entry.name);
    return Object.assign(Object.create(Dirent.prototype) as Dirent, entry, { name });
  });
}
