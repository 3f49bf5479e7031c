import { markerName } from '../manifest.js';
import type { WorkDirectory } from '../work-directory.js';
import { writeNewFile } from '../work-directory.js';
import { placeBeside } from './beside.js';
import type { ContentFinder } from './content-store.js';
import { completeDirectory } from './directory-format.js';
import type { RunToSalvage } from './format.js';
import { moveIntoTree } from './into-tree.js';
import type { OutputPlace } from './output-place.js';

/** The rest of an archive for which there was no space. */
export interface Remains {
  readonly work: WorkDirectory;
  readonly content: ContentFinder;
  readonly place: OutputPlace;
}

/** Turns the existing content into a directory with this name, or one beside it; returns where it is. */
export function salvageDirectory({ work, content, place }: Remains, end: RunToSalvage, name: string): string {
  writeNewFile(work, markerName, '');
  moveIntoTree(work, content, end.items);
  completeDirectory(work, end, end.metadata());
  return placeBeside(work, place, name);
}
