import { readdirSync } from 'node:fs';
import type { Sink } from '@hostspec/spec';
import { HostspecError } from '@hostspec/spec';
import { ownName } from '../option-name.js';
import type { WorkDirectory } from '../work-directory.js';
import { isWorkDirectoryName } from '../work-directory.js';
import { treeStore } from './content-store.js';
import { directoryFormat, moveChildren } from './directory-format.js';
import type { Target, Workshop } from './format.js';
import type { OutputPlace } from './output-place.js';
import { type PlaceOptions, placeDirectory } from './place.js';
import { runSink } from './run-sink.js';
import { checkDirectory } from './target-path.js';

/** Options of a sink that makes a directory. */
export interface DirectorySinkOptions extends Omit<PlaceOptions, 'force'> {
  /** The archive's folder: new, or an empty one of this user that nobody else can write to, whose mode stays as it is. */
  readonly path: string;
}

/**
 * A sink that makes a directory: a new one has mode 0700, its files 0600, and it is at its place only when complete.
 *
 * @throws UsageError `INVALID_OPTION` if no directory can be made at the path, or if others could redirect it.
 */
export function directorySink(options: DirectorySinkOptions): Sink {
  return runSink(directoryTarget(options));
}

/** Where and how a directory is made. */
export function directoryTarget(options: DirectorySinkOptions): Target {
  const option = (options.optionName ?? ownName)('path');
  const { path, parent, name, exists } = checkDirectory(option, options.path);
  const move = ({ work, place }: Workshop): string =>
    exists ? fill(work, place) : placeDirectory(work, place, name, options);
  const target = {
    format: 'directory',
    option,
    name,
    store: treeStore,
    open: (workshop) => directoryFormat(workshop, () => move(workshop)),
  } as const satisfies Omit<Target, 'parent'>;
  // A folder that is there may be a mount or someone's current directory: it is filled, not replaced.
  return exists ? { ...target, parent: path, inside: true } : { ...target, parent };
}

function fill(work: WorkDirectory, directory: OutputPlace): string {
  const { path } = directory;
  if (!readdirSync(directory.at('.')).every(isWorkDirectoryName))
    throw new HostspecError('SINK', `${path} is no longer empty`, { subject: path });
  moveChildren(work, directory);
  return directory.find('.');
}
