import {
  close,
  closeSync,
  constants,
  type Dirent,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  read,
  readdirSync,
  readlinkSync,
  realpathSync,
} from 'node:fs';
import { promisify } from 'node:util';
import type { ArchiveFile, ArchiveIndex } from './archive-index.js';
import { fileOf } from './archive-index.js';
import type { ArchiveLimits } from './archive-limits.js';
import { invalidArchive, overLimit } from './archive-limits.js';
import { nameOfBytes } from './archive-name.js';
import { errorCode } from './sink-error.js';

const readAsync = promisify(read);
const closeAsync = promisify(close);

/** Finds the files of a directory without following any link; content is read when it is asked for. */
export async function indexDirectory(path: string, limits: ArchiveLimits): Promise<ArchiveIndex> {
  const root = Buffer.from(realpathSync(path));
  const index: ArchiveIndex = { files: new Map(), links: new Map(), skipped: [], close: async () => {} };
  let members = 0;
  let bytes = 0;

  const add = (directory: Buffer, prefix: string, depth: number): void => {
    for (const entry of entriesOf(directory, prefix, index)) {
      if (++members > limits.members) throw overLimit(path, limits, 'members');
      const place = Buffer.concat([directory, Buffer.from('/'), entry.name]);
      const name = prefix + nameOfBytes(entry.name);
      if (entry.isDirectory()) {
        if (depth < limits.depth) add(place, `${name}/`, depth + 1);
        else index.skipped.push({ path: name, reason: `its path has more than ${limits.depth} names` });
      } else if (entry.isFile()) {
        const { size } = lstatSync(place);
        bytes += size;
        if (bytes > limits.bytes) throw overLimit(path, limits, 'bytes');
        index.files.set(name, contentAt(place, size));
      } else if (entry.isSymbolicLink())
        index.links.set(name, {
          target: nameOfBytes(readlinkSync(place, { encoding: 'buffer' })),
          hard: false,
        });
      else index.skipped.push({ path: name, reason: 'it is no file, directory or link' });
    }
  };

  add(root, '', 1);
  return index;
}

function entriesOf(directory: Buffer, prefix: string, { skipped }: ArchiveIndex): Dirent<Buffer>[] {
  try {
    return readdirSync(directory, { withFileTypes: true, encoding: 'buffer' });
  } catch (error) {
    skipped.push({ path: prefix, reason: `it cannot be read (${errorCode(error)})` });
    return [];
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

/** Opens the file that was found, and nothing that took its place or that of a directory above it since. */
function openSame(place: Buffer): number {
  const fd = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const actual = existsSync('/proc/self/fd')
    ? readlinkSync(`/proc/self/fd/${fd}`, { encoding: 'buffer' })
    : place;
  if (fstatSync(fd).isFile() && actual.equals(place)) return fd;
  closeSync(fd);
  throw invalidArchive(place.toString(), 'it is not the file any more that was found there');
}
