import { chmodSync, readdirSync } from 'node:fs';
import type { Sink } from '@hostspec/spec';
import { HostspecError } from '@hostspec/spec';
import { treeStore } from './content-store.js';
import { directoryFormat, moveChildren } from './directory-format.js';
import type { Target } from './format.js';
import { type PlaceOptions, placeDirectory } from './place.js';
import { runSink } from './run-sink.js';
import { checkDirectory } from './target-path.js';
import type { WorkDirectory } from './work-directory.js';
import { isWorkDirectoryName } from './work-directory.js';

/** Options of a sink that makes a directory. */
export interface DirectorySinkOptions extends PlaceOptions {
  /** The archive's folder: new, or empty. */
  readonly path: string;
}

/**
 * A sink that makes a directory: 0700, its files 0600, at its place only when complete.
 *
 * @throws UsageError `INVALID_OPTION` for a path where none can be made.
 */
export function directorySink(options: DirectorySinkOptions): Sink {
  return runSink(directoryTarget(options));
}

/** Where and how a directory is made. */
export function directoryTarget(options: DirectorySinkOptions): Target {
  const { path, parent, name, exists } = checkDirectory('path', options.path);
  const move = (work: WorkDirectory): string => {
    if (!exists) return placeDirectory(work, path, options);
    fill(work, path);
    return path;
  };
  const target = {
    format: 'directory',
    name,
    store: treeStore,
    open: (workshop) => directoryFormat(workshop, () => move(workshop.work)),
  } as const satisfies Omit<Target, 'parent'>;
  // A folder that is there may be a mount or someone's current directory: it is filled, not replaced.
  return exists ? { ...target, parent: path, inside: true } : { ...target, parent };
}

function fill(work: WorkDirectory, path: string): void {
  if (!readdirSync(path).every(isWorkDirectoryName))
    throw new HostspecError('SINK', `${path} is no longer empty`, { subject: path });
  chmodSync(path, 0o700);
  moveChildren(work, path);
}
