import { closeSync, linkSync, lstatSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, kindWords, openRegular } from '@hostspec/files';
import type { OutputPlace } from '@hostspec/files/output';
import { HostspecError } from '@hostspec/spec';
import { fileFormats } from '../file-formats.js';
import { firstBytes } from '../read/decompress.js';
import { startBytes } from '../read/member.js';
import type { WorkDirectory } from '../work-directory.js';
import { moveDirectory, placeBeside, takeFreeName } from './directory-format.js';
import type { FileFormat } from './format.js';

/** What to do with an existing file at an archive's path. */
export interface PlaceOptions {
  /**
   * Replace an archive of hostspec at the path. Default: true. Otherwise the new archive gets a name beside it with `~2`, `~3` …, even if
   * the other one appears during the run; `finish` returns the path.
   */
  readonly replace?: boolean;
  /** Replace any other regular file at the path, too. Default: false, which is an error. */
  readonly force?: boolean;
  /** Names the options in errors, for a program whose own options have other names. */
  readonly optionName?: SinkOptionName;
}

/** Moves a complete file to a name in a directory. Returns the path. */
export function placeFile(
  file: string,
  place: OutputPlace,
  name: string,
  { replace = true, force = false }: PlaceOptions,
): string {
  if (!replace) return takeFreeName(place, name, (free) => linkAway(file, place.at(free)));
  try {
    linkAway(file, place.at(name));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const way = inTheWay(place, name, force);
    if (way) throw leftAlone(place, name, way.what);
    renameSync(file, place.at(name));
  }
  return place.find(name);
}

/** Moves a work directory to a name; unless `replace`, to one beside it if necessary. Returns the path. */
export function placeDirectory(
  work: WorkDirectory,
  place: OutputPlace,
  name: string,
  { replace = true }: PlaceOptions,
): string {
  if (!replace) return placeBeside(work, place, name);
  try {
    moveDirectory(work, place, name);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    throw leftAlone(place, name, inTheWay(place, name, false)?.what ?? 'exists');
  }
  return place.find(name);
}

function leftAlone(place: OutputPlace, name: string, what: string): HostspecError {
  const path = join(place.path, name);
  return new HostspecError(
    'SINK',
    `another process created ${path} during the run: it ${what}, and was left unchanged`,
    {
      subject: path,
    },
  );
}

/** Links, because a link, unlike a rename, replaces nothing. The other name goes with the work directory. */
function linkAway(file: string, path: string): void {
  try {
    linkSync(file, path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || lstatSync(path, { throwIfNoEntry: false }))
      throw Object.assign(new Error(path), { code: 'EEXIST' });
    // Not every file system has links.
    renameSync(file, path);
  }
}

/** Something at an archive's path that must not be replaced. */
interface InTheWay {
  /** What it is, such as `is a symbolic link`. */
  readonly what: string;
  readonly forcible: boolean;
}

/**
 * Checks whether an archive may take a name. Returns undefined if the name is free, or has an archive of hostspec or, with `force`, any
 * regular file. In a shared directory, the file must be this user's and have one name.
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

/** Whether a file begins like an archive of hostspec. Reads only its beginning. */
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

/** Options of a sink that appear in messages. */
export type SinkOption = 'path' | 'force';

/** Names an option in messages, for a program whose own options have other names. */
export type SinkOptionName = (option: SinkOption) => string;

/** The names that this package uses. */
export const ownName: SinkOptionName = (option) => option;
