import { type Dir, Dirent, lstatSync, opendirSync, readdirSync, statSync } from 'node:fs';
import { fromFileSystem, toFileSystem } from '@hostspec/files';
import { hostError } from '@hostspec/spec';
import type { Opener } from './open.js';

type WantName = (name: string) => boolean;

/** Reads directories; small ones only once, however many patterns search them. Throws system errors. */
export interface DirectoryReader {
  /** Reports every wanted name in a directory, unordered; repeatedly asks `enough` whether to stop. */
  scan(
    path: string,
    want: WantName,
    found: (entry: Dirent) => void,
    enough: () => Promise<boolean>,
  ): Promise<void>;
  /** When names in a directory were last modified, in milliseconds, links not followed; undefined for names that are gone or not accessed. */
  modified(
    path: string,
    names: readonly string[],
    mayTouch: (name: string) => boolean,
  ): readonly (number | undefined)[];
  /** All names in a directory. @throws HostError if there are too many to hold. */
  names(path: string): string[];
}

const maxNameBytes = 16 * 1024 * 1024;

/** Bytes: a directory of some ten thousand names. */
const largeDirectory = 512 * 1024;

/** Limit for cached names of all directories together. */
const maxKnown = 100_000;

/** Number of names after which a reader of a large directory asks whether to stop. */
const askEvery = 256;

/** Makes a reader that caches all but large directories. */
export function directoryReader({ directory }: Pick<Opener, 'directory'>): DirectoryReader {
  const known = new Map<string, readonly Dirent[]>();
  let held = 0;
  const entriesOf = (path: string): readonly Dirent[] | undefined => {
    const found =
      known.get(path) ??
      directory(path, (at) => (statSync(at).size > largeDirectory ? undefined : readEntries(at)));
    if (found && !known.has(path) && held + found.length <= maxKnown) {
      known.set(path, found);
      held += found.length;
    }
    return found;
  };
  return {
    async scan(path, want, found, enough) {
      const entries = entriesOf(path);
      if (entries) for (const entry of entries) if (want(entry.name)) found(entry);
      if (!entries)
        await scanLarge(
          directory(path, (at) => opened(at, 'buffer')),
          path,
          want,
          found,
          enough,
        );
    },
    modified: (path, names, mayTouch) =>
      directory(path, (at) =>
        names.map((name) =>
          mayTouch(name) ? lstatSync(inDirectory(at, name), { throwIfNoEntry: false })?.mtimeMs : undefined,
        ),
      ),
    names: (path) =>
      known.get(path)?.map((entry) => entry.name) ?? directory(path, (at) => readNames(at, path)),
  };
}

async function scanLarge(
  directory: Dir,
  path: string,
  want: WantName,
  found: (entry: Dirent) => void,
  enough: () => Promise<boolean>,
): Promise<void> {
  try {
    for (let seen = 1; ; seen++) {
      const next = nextOf(directory, path);
      if (!next) return;
      const entry = decoded(next as unknown as Dirent<Buffer>);
      if (want(entry.name)) found(entry);
      if (seen % askEvery === 0 && (await enough())) return;
    }
  } finally {
    directory.closeSync();
  }
}

function nextOf(directory: Dir, path: string): Dirent | null {
  try {
    return directory.readSync();
  } catch (error) {
    throw hostError('failed', `${path}: not all of its names could be read: ${(error as Error).message}`);
  }
}

function inDirectory(at: string | Buffer, name: string): string | Buffer {
  const bytes = toFileSystem(name);
  if (typeof at === 'string' && typeof bytes === 'string') return `${at}/${bytes}`;
  return Buffer.concat([Buffer.from(at), Buffer.from('/'), Buffer.from(bytes)]);
}

function readEntries(path: string | Buffer): Dirent[] {
  const entries = readdirSync(path, { withFileTypes: true });
  if (!entries.some((entry) => entry.name.includes('\ufffd'))) return entries;
  // Decoding lost bytes of a name that is not UTF-8: read the names again as bytes.
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

function* entriesOneByOne(path: string | Buffer, encoding: 'utf8' | 'buffer'): Generator<Dirent> {
  const directory = opened(path, encoding);
  try {
    for (let next = directory.readSync(); next; next = directory.readSync()) yield next;
  } finally {
    directory.closeSync();
  }
}

function opened(path: string | Buffer, encoding: 'utf8' | 'buffer'): Dir {
  return opendirSync(path as string, { encoding: encoding as 'utf8', bufferSize: 256 });
}

function decoded(entry: Dirent<Buffer>): Dirent {
  const name = fromFileSystem(entry.name);
  return Object.assign(Object.create(Dirent.prototype) as Dirent, entry, { name });
}
