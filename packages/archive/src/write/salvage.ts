import { markerName } from '../manifest.js';
import type { WorkDirectory } from '../work-directory.js';
import { writeNewFile } from '../work-directory.js';
import { placeBeside } from './beside.js';
import type { ContentFinder } from './content-store.js';
import { completeDirectory, type Metadata } from './directory-format.js';
import type { FinishedRun } from './format.js';
import { moveIntoTree } from './into-tree.js';
import type { OutputPlace } from './output-place.js';

/** The rest of an archive for which there was no space. */
export interface Remains {
  readonly work: WorkDirectory;
  readonly content: ContentFinder;
  readonly metadata: readonly Metadata[];
  readonly place: OutputPlace;
}

/** Turns the existing content into a directory with this name, or one beside it; returns where it is. */
export function salvageDirectory(
  { work, content, metadata, place }: Remains,
  end: FinishedRun,
  name: string,
): string {
  writeNewFile(work, markerName, '');
  moveIntoTree(work, content, end.items.values());
  completeDirectory(work, end, metadata);
  return placeBeside(work, place, name);
}
