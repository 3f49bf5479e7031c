import { closeSync, lstatSync } from 'node:fs';
import { kindWords, openRegular } from '@hostspec/files';
import { fileFormats } from '../file-formats.js';
import { firstBytes } from '../read/decompress.js';
import { startBytes } from '../read/file-reader.js';
import type { FileFormat } from './format.js';
import type { OutputPlace } from './output-place.js';

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
  if (!stats.isFile()) return never(`is a ${kindWords(stats)}`);
  if (place.shared && stats.uid !== process.geteuid?.())
    return never(`is a file of user ${stats.uid}, in a directory that others use too`);
  if (place.shared && stats.nlink > 1)
    return never('is a file with more than one name, in a directory that others use too');
  if (force || isOurs(path)) return undefined;
  return { what: `is a file of ${stats.size} bytes that is not an archive of hostspec`, forcible: true };
}

/** Whether a file begins like an archive of hostspec; only its beginning is read. */
function isOurs(path: string): boolean {
  const start = startOf(path);
  return Object.values(fileFormats).some((format) => isOwn(format, start));
}

function isOwn(format: FileFormat, start: Buffer): boolean {
  try {
    return format.isOwn(start);
  } catch {
    return false;
  }
}

function startOf(path: string): Buffer {
  let file: ReturnType<typeof openRegular>;
  try {
    file = openRegular(path, 'no link');
    return file ? firstBytes(file, startBytes) : Buffer.alloc(0);
  } catch {
    return Buffer.alloc(0);
  } finally {
    if (file) closeSync(file.fd);
  }
}
