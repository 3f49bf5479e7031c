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
} from 'node:fs';
import { promisify } from 'node:util';
import { codeOf, openRegular } from '@hostspec/files';
import type { ArchiveFile, ArchiveIndex } from '../archive-index.js';
import { fileOf, shownPath } from '../archive-index.js';
import type { ArchiveLimits } from '../archive-limits.js';
import { invalidArchive, overLimit } from '../archive-limits.js';
import { nameOfBytes } from '../archive-name.js';

const readAsync = promisify(read);
const closeAsync = promisify(close);

/** Finds the files of a directory without following any link; content is read when it is asked for. */
export async function indexDirectory(path: string, limits: ArchiveLimits): Promise<ArchiveIndex> {
  const root = Buffer.from(realpathSync(path));
  const index: ArchiveIndex = { files: new Map(), links: new Map(), skipped: [], close: async () => {} };
  let members = 0;
  let bytes = 0;
  let nameBytes = 0;

  const add = (directory: Buffer, prefix: string, depth: number): void => {
    for (const entry of entriesOf(directory, prefix, index)) {
      if (++members > limits.members) throw overLimit(path, limits, 'members');
      const place = Buffer.concat([directory, Buffer.from('/'), entry.name]);
      const name = prefix + nameOfBytes(entry.name);
      nameBytes += name.length;
      if (nameBytes > limits.nameBytes) throw overLimit(path, limits, 'nameBytes');
      if (entry.isDirectory()) {
        if (depth < limits.depth) add(place, `${name}/`, depth + 1);
        else index.skipped.push({ path: name, reason: `its path has more than ${limits.depth} names` });
      } else if (entry.isFile()) {
        const size = attempt(name, index, () => lstatSync(place).size);
        if (size === undefined) continue;
        bytes += size;
        if (bytes > limits.bytes) throw overLimit(path, limits, 'bytes');
        index.files.set(name, contentAt(place, size));
      } else if (entry.isSymbolicLink()) {
        const target = attempt(name, index, () => readlinkSync(place, { encoding: 'buffer' }));
        if (target) index.links.set(name, { target: nameOfBytes(target), hard: false });
      } else index.skipped.push({ path: name, reason: 'it is not a file, directory or link' });
    }
  };

  add(root, '', 1);
  return index;
}

function entriesOf(directory: Buffer, prefix: string, index: ArchiveIndex): Dirent<Buffer>[] {
  const read = (): Dirent<Buffer>[] => readdirSync(directory, { withFileTypes: true, encoding: 'buffer' });
  return attempt(prefix, index, read) ?? [];
}

/** Looks at something that may have gone, or may not be looked at. */
function attempt<T>(path: string, { skipped }: ArchiveIndex, look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    skipped.push({ path: shownPath(path), reason: `it cannot be read (${codeOf(error)})` });
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

/** Opens the file that was found, but nothing that has replaced it or a directory above it since. */
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
