import { Dirent, opendirSync, readdirSync, statSync } from 'node:fs';
import { hostError } from '@hostspec/spec';
import type { Opener } from './open.js';
import { fromFileSystem } from './path-bytes.js';

/** Which names of a directory are wanted. */
export type WantName = (name: string) => boolean;

/** What a directory holds. */
interface Entries {
  readonly entries: readonly Dirent[];
  /** Set where there were more than are kept. */
  readonly cut?: true;
  /** Set where every name is there, not only the wanted ones. */
  readonly whole?: true;
}

/** Reads directories, each once, however many patterns look into it. Throws system errors. */
export interface DirectoryReader {
  /** What a directory holds; of one with very many entries only the wanted ones, up to `maxWanted`. */
  entries(path: string, want: WantName): Entries;
  /** All names in a directory. @throws HostError where they are too many to be held. */
  names(path: string): string[];
}

/** More names than this are not kept of a directory that is larger than `largeDirectory`. */
export const maxWanted = 10_000;

/** Bytes of all names in a directory. */
const maxNameBytes = 16 * 1024 * 1024;

/** Bytes: a directory of some ten thousand names. */
const largeDirectory = 512 * 1024;

/** Makes a reader of directories that remembers what it read, except for large ones. */
export function directoryReader({ directory }: Pick<Opener, 'directory'>): DirectoryReader {
  const known = new Map<string, Entries>();
  return {
    entries(path, want) {
      let found = known.get(path);
      if (found) return found;
      found = directory(path, (at) =>
        statSync(at).size > largeDirectory ? readWanted(at, want) : { entries: readEntries(at), whole: true },
      );
      if (!found.whole) return found;
      known.set(path, found);
      return found;
    },
    names: (path) =>
      known.get(path)?.entries.map((entry) => entry.name) ?? directory(path, (at) => readNames(at, path)),
  };
}

function readEntries(path: string | Buffer): Dirent[] {
  const entries = readdirSync(path, { withFileTypes: true });
  if (!entries.some((entry) => entry.name.includes('\ufffd'))) return entries;
  // A name that is not UTF-8 was decoded with losses: read the names again as bytes.
  return readdirSync(path, { withFileTypes: true, encoding: 'buffer' }).map(decoded);
}

function readNames(at: string | Buffer, path: string): string[] {
  const names: string[] = [];
  let bytes = 0;
  let lossy = false;
  for (const { name } of entriesOneByOne(at, 'utf8')) {
    bytes += Buffer.byteLength(name);
    if (bytes > maxNameBytes)
      throw hostError('failed', `${path}: its names have more than ${maxNameBytes} bytes`);
    lossy ||= name.includes('\ufffd');
    names.push(name);
  }
  return lossy ? readdirSync(at, { encoding: 'buffer' }).map(fromFileSystem) : names;
}

function readWanted(path: string | Buffer, want: WantName): Entries {
  const entries: Dirent[] = [];
  for (const next of entriesOneByOne(path, 'buffer')) {
    const entry = decoded(next as unknown as Dirent<Buffer>);
    if (!want(entry.name)) continue;
    if (entries.length === maxWanted) return { entries, cut: true };
    entries.push(entry);
  }
  return { entries };
}

function* entriesOneByOne(path: string | Buffer, encoding: 'utf8' | 'buffer'): Generator<Dirent> {
  const directory = opendirSync(path as string, { encoding: encoding as 'utf8', bufferSize: 256 });
  try {
    for (let next = directory.readSync(); next; next = directory.readSync()) yield next;
  } finally {
    directory.closeSync();
  }
}

function decoded(entry: Dirent<Buffer>): Dirent {
  const name = fromFileSystem(entry.name);
  return Object.assign(Object.create(Dirent.prototype) as Dirent, entry, { name });
}
