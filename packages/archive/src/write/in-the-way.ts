import { closeSync, lstatSync, readSync, type Stats } from 'node:fs';
import { gunzipSync, constants as zlib } from 'node:zlib';
import { openRegular } from '@hostspec/files';
import type { FormatName } from '@hostspec/spec';
import { markerName } from '../manifest.js';
import type { OutputPlace } from './output-place.js';
import { tarHeader } from './tar-header.js';

/** Something at an archive's path that must not be replaced. */
export interface InTheWay {
  /** What it is, in words: `is a symbolic link`. */
  readonly what: string;
  /** Whether `force` would replace it. */
  readonly forcible: boolean;
}

/**
 * Checks whether an archive may take a name. Returns undefined if nothing is there, or an archive of hostspec, or with
 * `force` any other regular file. In a directory that others use too, the file must be this user's and have one name.
 */
export function inTheWay(place: OutputPlace, name: string, force: boolean): InTheWay | undefined {
  const path = place.at(name);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return undefined;
  const never = (what: string): InTheWay => ({ what, forcible: false });
  if (!stats.isFile()) return never(`is a ${kindOf(stats)}`);
  if (place.shared && stats.uid !== process.geteuid?.())
    return never(`is a file of user ${stats.uid}, in a directory that others use too`);
  if (place.shared && stats.nlink > 1)
    return never('is a file with more than one name, in a directory that others use too');
  if (force || isOurs(path)) return undefined;
  return { what: `is a file of ${stats.size} bytes that is not an archive of hostspec`, forcible: true };
}

function kindOf(stats: Stats): string {
  if (stats.isSymbolicLink()) return 'symbolic link';
  if (stats.isDirectory()) return 'directory';
  if (stats.isFIFO()) return 'FIFO';
  return stats.isSocket() ? 'socket' : 'device';
}

// Enough for the first two members of a tar, even if not compressed, and for the beginning of NDJSON.
const startBytes = 4096;
const blockBytes = 512;
const ndjsonStart = '{"type":"run","kind":"hostspec",';

/** How a file of each format begins. */
const beginnings: { readonly [F in FormatName]: (start: Buffer) => boolean } = {
  'tar.gz': (start) => isGzip(start) && isOurTar(gunzipSync(start, { finishFlush: zlib.Z_SYNC_FLUSH })),
  directory: () => false,
  ndjson: (start) => start.subarray(0, ndjsonStart.length).toString() === ndjsonStart,
};

/** Whether a file begins like an archive of hostspec; only its beginning is read. */
function isOurs(path: string): boolean {
  try {
    const start = startOf(path);
    return Object.values(beginnings).some((begins) => begins(start));
  } catch {
    return false;
  }
}

function startOf(path: string): Buffer {
  const file = openRegular(path, 'no link');
  if (file === undefined) return Buffer.alloc(0);
  const { fd } = file;
  try {
    const buffer = Buffer.alloc(startBytes);
    return buffer.subarray(0, readSync(fd, buffer, 0, startBytes, 0));
  } finally {
    closeSync(fd);
  }
}

/** A tar of hostspec begins with the exact bytes that hostspec writes for its top folder, and the marker. */
function isOurTar(tar: Buffer): boolean {
  const long = /^\d+ path=(.*)\/\n/.exec(tar.subarray(blockBytes, 2 * blockBytes).toString());
  const name = long?.[1] ?? tar.subarray(0, tar.indexOf('/')).toString();
  const modified = Number.parseInt(tar.subarray(136, 147).toString('latin1'), 8);
  const folder = tarHeader({ name, type: 'directory', size: 0, modified });
  const rest = tar.subarray(folder.length, folder.length + 3 * blockBytes);
  return tar.subarray(0, folder.length).equals(folder) && rest.includes(`/${markerName}`);
}

function isGzip(start: Buffer): boolean {
  return start[0] === 0x1f && start[1] === 0x8b;
}
