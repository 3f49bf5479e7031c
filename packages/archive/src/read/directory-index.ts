import {
  close,
  closeSync,
  type Dirent,
  existsSync,
  lstatSync,
  read,
  readdirSync,
  readlinkSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { promisify } from 'node:util';
import { errorWords, fromFileSystem, linkTarget, openRegular } from '@hostspec/files';
import type { ArchiveFile, ArchiveIndex, SkippedMember } from '../archive-index.js';
import { fileOf, shownPath } from '../archive-index.js';
import type { ArchiveLimits } from '../archive-limits.js';
import { invalidArchive, overLimit } from '../archive-limits.js';
import type { MemberReader } from './member.js';

const readAsync = promisify(read);
const closeAsync = promisify(close);

const isSpecial = 'it is not a file, directory or link';

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Finds the files of a directory without following links. Content is read on demand. */
export async function indexDirectory(path: string, limits: ArchiveLimits): Promise<ArchiveIndex> {
  const index: ArchiveIndex = { files: new Map(), links: new Map(), skipped: [], close: async () => {} };
  for (const { path: name, type, target, file } of entriesBelow(path, limits, index.skipped))
    if (type === 'file') index.files.set(name, file);
    else if (type === 'symlink') index.links.set(name, { target, hard: false });
  return index;
}

/** Passes files, directories and links to a reader, parents first. */
export async function readDirectory(
  path: string,
  limits: ArchiveLimits,
  reader: MemberReader,
): Promise<void> {
  const skipped: SkippedMember[] = [];
  const skipAll = async (): Promise<void> => {
    for (const member of skipped.splice(0))
      await (member.reason === isSpecial ? reader.skip(member, nothing()) : reader.skip(member));
  };
  for (const { stats, file, ...entry } of entriesBelow(path, limits, skipped)) {
    await skipAll();
    const owner = { uid: stats.uid, gid: stats.gid, user: '', group: '' };
    const mode = stats.mode & 0o7777;
    const modified = stats.mtimeMs / 1000;
    await reader.take({ ...entry, owner, mode, modified, content: () => file.stream() });
  }
  await skipAll();
}

interface DirectoryEntry {
  readonly path: string;
  readonly type: 'file' | 'directory' | 'symlink';
  readonly target: string;
  readonly stats: Stats;
  readonly file: ArchiveFile;
}

function* entriesBelow(
  path: string,
  limits: ArchiveLimits,
  skipped: SkippedMember[],
): Generator<DirectoryEntry> {
  let members = 0;
  let bytes = 0;
  let nameBytes = 0;

  function* below(directory: Buffer, prefix: string, depth: number): Generator<DirectoryEntry> {
    // The top directory has no name of its own.
    for (const entry of entriesOf(directory, prefix || path, skipped)) {
      if (++members > limits.members) throw overLimit(path, limits, 'members');
      const place = Buffer.concat([directory, Buffer.from('/'), entry.name]);
      const name = prefix + fromFileSystem(entry.name);
      nameBytes += name.length;
      if (nameBytes > limits.nameBytes) throw overLimit(path, limits, 'nameBytes');
      const found = attempt(name, skipped, () => entryAt(place, name));
      if (found === undefined) continue;
      if (found.type === 'directory' && depth >= limits.depth) {
        skipped.push({ path: name, reason: `its path has more than ${limits.depth} names` });
        continue;
      }
      bytes += found.file.bytes;
      if (bytes > limits.bytes) throw overLimit(path, limits, 'bytes');
      yield found;
      if (found.type === 'directory') yield* below(place, `${name}/`, depth + 1);
    }
  }

  /** Returns undefined for what is skipped. */
  const entryAt = (place: Buffer, name: string): DirectoryEntry | undefined => {
    const stats = lstatSync(place);
    const entry = { path: name, stats, target: '', file: contentAt(place, stats.isFile() ? stats.size : 0) };
    if (stats.isFile()) return { ...entry, type: 'file' };
    if (stats.isDirectory()) return { ...entry, type: 'directory' };
    if (stats.isSymbolicLink())
      return {
        ...entry,
        type: 'symlink',
        target: linkTarget(place),
      };
    skipped.push({ path: name, reason: isSpecial });
    return undefined;
  };

  yield* below(Buffer.from(realpathSync(path)), '', 1);
}

function entriesOf(directory: Buffer, name: string, skipped: SkippedMember[]): Dirent<Buffer>[] {
  const read = (): Dirent<Buffer>[] => readdirSync(directory, { withFileTypes: true, encoding: 'buffer' });
  return attempt(name, skipped, read) ?? [];
}

/** Looks at something that may be gone or forbidden. */
function attempt<T>(path: string, skipped: SkippedMember[], look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    skipped.push({ path: shownPath(path), reason: `it cannot be read: ${errorWords(error)}` });
    return undefined;
  }
}

function contentAt(place: Buffer, bytes: number): ArchiveFile {
  return fileOf(bytes, () => {
    const fd = openSame(place);
    return {
      read: async (buffer, position) => (await readAsync(fd, buffer, 0, buffer.length, position)).bytesRead,
      close: () => closeAsync(fd),
    };
  });
}

/** Opens the file that was found, but nothing that replaced it or a directory above it. */
function openSame(place: Buffer): number {
  const fd = openRegular(place, 'no link')?.fd;
  if (fd !== undefined) {
    const actual = existsSync('/proc/self/fd')
      ? readlinkSync(`/proc/self/fd/${fd}`, { encoding: 'buffer' })
      : place;
    if (actual.equals(place)) return fd;
    closeSync(fd);
  }
  throw invalidArchive(place.toString(), 'the file was replaced while it was read');
}
