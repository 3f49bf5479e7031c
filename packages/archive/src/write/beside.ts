import { codeOf } from '@hostspec/files';
import { splitEnding } from '../formats.js';
import type { WorkDirectory } from '../work-directory.js';
import { moveDirectory } from './directory-format.js';
import type { OutputPlace } from './output-place.js';

/** Takes a name, or one beside it with `~2`, `~3` … if it exists; returns where that is. */
export function takeFreeName(place: OutputPlace, name: string, attempt: (name: string) => void): string {
  const { stem, ending } = splitEnding(name);
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${stem}~${number}${ending}`;
    try {
      attempt(free);
      return place.find(free);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

/** Moves a work directory to a name, or to one beside it; returns where it is. */
export function placeBeside(work: WorkDirectory, place: OutputPlace, name: string): string {
  return takeFreeName(place, name, (free) => moveDirectory(work, place, free));
}
