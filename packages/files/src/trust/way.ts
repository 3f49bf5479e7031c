import { lstatSync } from 'node:fs';
import { isSharedDirectory, type Place } from './judge.js';

/** A place on the way of a path, after those that lead to it. */
export interface Stop extends Place {
  readonly above: Stop | undefined;
  /** Where it leads, if it is a link. */
  readonly target: string | undefined;
}

/** How a path is written for the file system, and how the target of a link is read. */
export interface Paths {
  readonly written: (path: string) => string | Buffer;
  readonly target: (link: string | Buffer) => string;
}

/** Looks at a path below a place, or at the root; undefined if there is nothing. @throws the system's error for any other reason. */
export function stopAt(path: string, above: Stop | undefined, paths: Paths): Stop | undefined {
  const at = paths.written(path);
  const stats = lstatSync(at, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  const target = stats.isSymbolicLink() ? paths.target(at) : undefined;
  return { path, stats, above, directory: above?.stats, target };
}

/** The path of a name in a directory. */
export function below(directory: Pick<Place, 'path'>, name: string): string {
  return directory.path === '/' ? `/${name}` : `${directory.path}/${name}`;
}

/** Whether a place, or one above it, is a shared directory, in which others can create again what root removes. */
export function passesShared(stop: Stop | undefined): boolean {
  return stop !== undefined && (isSharedDirectory(stop.stats) || passesShared(stop.above));
}
