import { closeSync } from 'node:fs';
import { codeOf, whileNoDescriptor } from '@hostspec/files';
import type { MountGuard } from '@hostspec/files/host';
import { ledTo, limiter } from '@hostspec/host-kit';
import {
  type Account,
  type CollectingHost,
  type FileFacts,
  type HostError,
  hostError,
  isHostError,
  maxReadBytes,
} from '@hostspec/spec';
import { patience } from '../command/patience.js';
import { watchTaker } from '../command/watch-taker.js';
import { giveOpen, readStart } from '../copying/give.js';
import type { MountEntry } from '../mounted/mount-entry.js';
import { type GlobHost, globPaths } from '../search/glob.js';
import { directoryReader } from './directory.js';
import { factsOf } from './file-kind.js';
import { requireWithin } from './inside-root.js';
import { whileLeased } from './lease.js';
import type { Locate } from './locate.js';
import { type Opener, opener } from './open.js';
import { namer, type Place, pathInside, placeFinder } from './place.js';
import { problemOf } from './problems.js';

/** The tools for reading files. */
export interface FileTools {
  /** The real path of the root directory. */
  readonly root: string;
  readonly guard: MountGuard;
  readonly locate: Locate;
  readonly mounts: MountEntry;
  /** Seconds that one file may take. */
  readonly timeout: number;
  readonly maxItemBytes: number;
  /** Why the run is stopped; undefined while it is not. */
  readonly stopped: () => string | undefined;
}

/** The methods of a host that concern files. */
export type HostFiles = Required<
  Pick<
    CollectingHost,
    'readFile' | 'readInto' | 'stat' | 'look' | 'list' | 'glob' | 'controller' | 'notEntered'
  >
>;

const maxOpenFiles = 4;

/** Makes the part of a host that concerns files. */
export function hostFiles(tools: FileTools): HostFiles {
  const { root, guard, locate, mounts, timeout, maxItemBytes, stopped } = tools;
  const open = opener(root);
  const directories = directoryReader(open);
  const notEntered = new Set<string>();
  const placeOf = placeFinder(locate, mounts, (reason) => notEntered.add(reason));
  const named = namer(root);
  const isMount = (path: string): boolean => guard.at(path) !== undefined;
  const globHost: GlobHost = { root, locate, directories, mounts, isMount, timeout, stopped };

  /** Called before each access to a file: lets other work run, and stops if the run has ended. */
  const ready = async (): Promise<void> => {
    await breathe();
    const reason = stopped();
    if (reason !== undefined) throw hostError('failed', reason);
  };

  const look = async (path: string): Promise<FileFacts> => {
    await ready();
    let place: string | undefined;
    try {
      const { real, leadsTo, through } = placeOf(path);
      place = leadsTo;
      if (through) return await through.stat(real);
      return factsFound(open.stats(real), path, root);
    } catch (error) {
      throw problemOf(error, place === undefined ? path : named(path, place));
    }
  };

  const withFile = fileUser({ open, placeOf, named, ready, timeout, stopped });

  return {
    async readFile(path, { by, maxBytes = maxReadBytes } = {}) {
      const how = { maxBytes: Math.min(maxBytes, maxReadBytes), raw: true };
      const pieces: Uint8Array[] = [];
      await ready();
      try {
        const place = placeOf(path);
        if (!place.through) return await withFile(path, place, by, (fd) => readStart(fd, how.maxBytes));
        await place.through.give(place.real, (piece) => void pieces.push(new Uint8Array(piece)), how);
      } catch (error) {
        throw problemOf(error, path);
      }
      return Buffer.concat(pieces);
    },
    async readInto(path, take, { raw, by, part, maxBytes = maxItemBytes } = {}) {
      await ready();
      const how = { maxBytes: Math.min(maxBytes, maxItemBytes), timeout, stopped, raw, part };
      const taker = watchTaker(take);
      try {
        const place = placeOf(path);
        if (place.through) return await place.through.give(place.real, taker.take, how);
        return (await withFile(path, place, by, (fd) => giveOpen(fd, taker.take, how))).cut;
      } catch (error) {
        throw taker.threw(error) ? error : problemOf(error, path);
      }
    },
    async stat(path) {
      try {
        return await look(path);
      } catch (error) {
        if (stopped() !== undefined || (isHostError(error) && error.problem === 'timed out')) throw error;
        return undefined;
      }
    },
    look,
    async controller(path) {
      try {
        const { real, through } = placeOf(path);
        return through ? undefined : open.controller(real);
      } catch {
        return undefined;
      }
    },
    async list(path) {
      await ready();
      try {
        const { real, through } = placeOf(path);
        if (!through) return directories.names(real).sort();
        return (await through.entries(real)).map((entry) => entry.name).sort();
      } catch (error) {
        throw await whyNotListed(error, path, look);
      }
    },
    async glob(patterns, { newest } = {}) {
      const matches = await globPaths(patterns, globHost, newest);
      for (const reason of matches.notEntered) notEntered.add(reason);
      return matches;
    },
    notEntered: () => [...notEntered],
  };
}

function factsFound({ stats, real }: ReturnType<Opener['stats']>, path: string, root: string): FileFacts {
  return { ...factsOf(stats), ...ledTo(pathInside(root)(real), path) };
}

/** The system has one error for a path that is not a directory and for one that has such a part. */
async function whyNotListed(error: unknown, path: string, look: HostFiles['look']): Promise<HostError> {
  const isThere = codeOf(error) === 'ENOTDIR' && (await look(path).catch(() => undefined)) !== undefined;
  return isThere ? hostError('refused', `${path}: is not a directory`) : problemOf(error, path);
}

/** Uses the file at a place as an open file. */
type UseFile = <T>(
  path: string,
  place: Place,
  by: Account | undefined,
  use: (fd: number) => Promise<T> | T,
) => Promise<T>;

interface UseTools extends Pick<FileTools, 'timeout' | 'stopped'> {
  readonly open: Opener;
  readonly placeOf: (path: string) => Place;
  readonly named: (path: string, leadsTo: string) => string;
  readonly ready: () => Promise<void>;
}

/** Makes the function that opens files, a limited number at once. */
function fileUser({ open, placeOf, named, ready, timeout, stopped }: UseTools): UseFile {
  const limit = limiter(maxOpenFiles);
  return async (path, { real, leadsTo }, by, use) => {
    const openFile = (): Promise<number> =>
      whileNoDescriptor(patience, () => open.file(real, by, () => named(path, leadsTo)));
    const read = async () => {
      await ready();
      const fd = await openFile();
      try {
        const { within } = by ?? {};
        if (within !== undefined)
          open.directory(placeOf(within).real, (at) => requireWithin(fd, path, at, within));
        return await use(fd);
      } finally {
        closeSync(fd);
      }
    };
    // Waiting for a lease keeps no other file from being read.
    return whileLeased(path, () => limit(read), { seconds: timeout, stopped });
  };
}

let breathed = 0;

/** Lets timers and ended commands run, at most once per millisecond. Reading files alone never yields. */
export async function breathe(): Promise<void> {
  if (performance.now() - breathed < 1) return;
  await new Promise(setImmediate);
  breathed = performance.now();
}
