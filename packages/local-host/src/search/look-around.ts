import { type Dirent, lstatSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf, toFileSystem } from '@hostspec/files';
import { fileNameMatcher, isLinkLoop } from '@hostspec/host-kit';
import type { HostProblem } from '@hostspec/spec';
import type { DirectoryReader } from '../files/directory.js';
import type { Locate } from '../files/locate.js';
import { problemOf } from '../files/problems.js';
import type { MountEntry, Mounted } from '../mounted/mounted.js';

/** The parts of a host that a search for files needs. */
export interface LookHost {
  /** The real path of the root directory. */
  readonly root: string;
  readonly locate: Locate;
  readonly directories: DirectoryReader;
  readonly mounts: MountEntry;
  /** Whether a mount that can hang begins at exactly this real path. */
  readonly isMount: (path: string) => boolean;
}

/** Searches for files: no link leads out of the root, and no forbidden mount is entered. */
export interface Look {
  /** Reports the names in a directory that match a part of a pattern; repeatedly asks `enough` whether to stop. */
  children(
    path: string,
    part: string,
    found: (entry: Dirent) => void,
    enough: () => Promise<boolean>,
  ): Promise<void>;
  /** Whether something other than a directory is there, if that may be checked. */
  isFile(path: string): Promise<boolean>;
  /** When each name in a directory was last modified; undefined for names that are gone or must not be accessed. */
  modified(path: string, names: readonly string[]): Promise<readonly (number | undefined)[]>;
}

interface Place {
  readonly real: string;
  readonly through: Mounted | undefined;
}

/** Takes what was not searched, with the reason. */
export type LeftOut = (reason: string, problem: HostProblem) => void;

/** Makes the search for files; `leftOut` is called with what was not searched, and why. */
export function lookAround(host: LookHost, leftOut: LeftOut): Look {
  const unseen = (error: unknown, path: string): void => {
    if (leadsNowhere(error)) return;
    const { problem, message } = problemOf(error, path);
    if (problem !== 'absent') leftOut(message, problem);
  };
  const find = (path: string): Place | 'loop' | undefined => {
    try {
      const location = host.locate(path);
      const through = host.mounts.enter(location);
      if (location.kind === 'real' || through) return { real: location.path, through };
      throw host.mounts.refusal(path, location);
    } catch (error) {
      unseen(error, path);
      return isLinkLoop(error) ? 'loop' : undefined;
    }
  };
  const placeOf = (path: string): Place | undefined => {
    const found = find(path);
    return found === 'loop' ? undefined : found;
  };
  /** The link itself, if a path is one. */
  const itself = (path: string): string =>
    host.root === '/' ? path : join(host.locate(dirname(path)).path, basename(path));
  return {
    async children(path, part, found, enough) {
      const place = placeOf(path);
      if (!place) return;
      const { real, through } = place;
      const want = fileNameMatcher(part);
      try {
        if (!through) return await host.directories.scan(real, want, found, enough);
        for (const entry of await through.entries(real)) if (want(entry.name)) found(entry);
      } catch (error) {
        unseen(error, path);
      }
    },
    async isFile(path) {
      const place = find(path);
      if (place === undefined) return false;
      if (place !== 'loop' && place.through)
        return place.through.isDirectory(place.real).then(
          (directory) => !directory,
          (error: unknown) => {
            unseen(error, path);
            return false;
          },
        );
      try {
        const facts = lstatSync(toFileSystem(itself(path)), { throwIfNoEntry: false });
        if (facts?.isSymbolicLink()) return place === 'loop' || !leadsToDirectory(place.real);
        return facts !== undefined && !facts.isDirectory();
      } catch (error) {
        // Collecting the path reports why it cannot be accessed.
        return !leadsNowhere(error);
      }
    },
    async modified(path, names) {
      const place = placeOf(path);
      if (!place) return [];
      const { real, through } = place;
      try {
        if (through) return await through.modified(real, names);
        return host.directories.modified(real, names, (name) => !host.isMount(`${real}/${name}`));
      } catch (error) {
        unseen(error, path);
        return [];
      }
    },
  };
}

/** Whether nothing can be at a path: on the way to it is a link that leads to itself, a name that is too long, or a file. */
function leadsNowhere(error: unknown): boolean {
  return isLinkLoop(error) || ['ELOOP', 'ENAMETOOLONG', 'ENOTDIR'].includes(codeOf(error) ?? '');
}

function leadsToDirectory(path: string): boolean {
  try {
    return statSync(toFileSystem(path), { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}
