import { linkSync, lstatSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '@hostspec/files';
import { HostspecError } from '@hostspec/spec';
import type { SinkOptionName } from '../option-name.js';
import type { WorkDirectory } from '../work-directory.js';
import { placeBeside, takeFreeName } from './beside.js';
import { moveDirectory } from './directory-format.js';
import { inTheWay } from './in-the-way.js';
import type { OutputPlace } from './output-place.js';

/** How to treat an existing file at an archive's path. */
export interface PlaceOptions {
  /**
   * Whether an archive of hostspec at the path is replaced. Default true; else this archive takes a name beside it, with
   * `~2`, `~3` …, no matter when the other one appeared. `finish` returns the path.
   */
  readonly replace?: boolean;
  /** Whether any other regular file at the path is replaced too. Default false: it is an error. */
  readonly force?: boolean;
  /** The name of an option in errors, for a program whose own options have other names. Default: the name here. */
  readonly optionName?: SinkOptionName;
}

/** Moves a complete file to a name in a directory, and returns where it is. */
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

/** Moves a work directory to a name, or to one beside it unless `replace`; returns where it is. */
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

/** A link, unlike a rename, replaces nothing. Its other name disappears with the work directory. */
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
