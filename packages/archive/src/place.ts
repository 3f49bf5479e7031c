import { existsSync, linkSync, renameSync, unlinkSync } from 'node:fs';
import { moveDirectory } from './directory-format.js';
import { errorCode } from './sink-error.js';
import type { WorkDirectory } from './work-directory.js';

/** What happens to a file that is at an archive's path. */
export interface PlaceOptions {
  /**
   * Whether a file at the path is replaced. Default true; else this archive takes a name beside it, with `~2`, `~3` …,
   * whenever the other one came there. `finish` returns which.
   */
  readonly replace?: boolean;
}

/** Puts a complete file at its place, and returns that. */
export function placeFile(file: string, path: string, { replace = true }: PlaceOptions): string {
  if (!replace) return besides(path, (place) => linkAway(file, place));
  renameSync(file, path);
  return path;
}

/** Makes a work directory the directory at a path, or one beside it, and returns where that is. */
export function placeDirectory(work: WorkDirectory, path: string, { replace = true }: PlaceOptions): string {
  if (!replace) return besides(path, (place) => moveDirectory(work, place));
  moveDirectory(work, path);
  return path;
}

function besides(path: string, attempt: (place: string) => void): string {
  for (let number = 1; ; number++) {
    const place = number === 1 ? path : path.replace(/(\.tar\.gz|\.tgz|\.ndjson)?$/, `~${number}$1`);
    try {
      attempt(place);
      return place;
    } catch (error) {
      if (!['EEXIST', 'ENOTEMPTY', 'ENOTDIR'].includes(String(errorCode(error)))) throw error;
    }
  }
}

/** A link, unlike a rename, replaces nothing. */
function linkAway(file: string, place: string): void {
  try {
    linkSync(file, place);
    unlinkSync(file);
  } catch (error) {
    if (errorCode(error) === 'EEXIST' || existsSync(place))
      throw Object.assign(new Error(place), { code: 'EEXIST' });
    // Not every file system has links.
    renameSync(file, place);
  }
}
