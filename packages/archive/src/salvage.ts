import { existsSync } from 'node:fs';
import type { ContentSource } from './content-store.js';
import { completeDirectory, type Metadata, markerName, moveDirectory } from './directory-format.js';
import type { RunEnd } from './format.js';
import { moveIntoTree } from './into-tree.js';
import type { WorkDirectory } from './work-directory.js';
import { writeNewFile } from './work-directory.js';

/** What is left of an archive for which there was no space. */
export interface Remains {
  readonly work: WorkDirectory;
  readonly content: ContentSource;
  readonly metadata: readonly Metadata[];
}

/** Makes a directory at a path, or beside it, of the content that stands there; returns where that is. */
export function salvageDirectory({ work, content, metadata }: Remains, end: RunEnd, path: string): string {
  writeNewFile(work, markerName, '');
  moveIntoTree(work, content, end.items.values());
  completeDirectory(work, end, metadata);
  const place = freeName(path);
  moveDirectory(work, place);
  return place;
}

function freeName(path: string): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? path : `${path}~${number}`;
    if (!existsSync(candidate)) return candidate;
  }
}
