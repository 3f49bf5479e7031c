import { closeSync } from 'node:fs';
import { codeOf, whileNoDescriptor } from '@hostspec/files';
import type { MountGuard } from '@hostspec/files/host';
import { ledTo, limiter, normalize } from '@hostspec/host-kit';
import {
  type Account,
  type CollectingHost,
  type HostError,
  hostError,
  isHostError,
  maxReadBytes,
} from '@hostspec/spec';
import { patience } from '../command/patience.js';
import { watchTaker } from '../command/watch-taker.js';
import { giveOpen, readStart } from '../copying/give.js';
import type { MountEntry, Mounted } from '../mounted/mounted.js';
import { type GlobHost, globPaths } from '../search/glob.js';
import { directoryReader } from './directory.js';
import { requireWithin } from './inside-root.js';
import type { Locate } from './locate.js';
import { factsOf, type Opener, opener } from './open.js';
import { problemOf } from './problems.js';

// Milliseconds between two attempts: the first ones are close together, because most processes answer at once.
const firstPause = 10;
const longestPause = 250;

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
  const inside = pathInside(root);
  const isMount = (path: string): boolean => guard.at(path) !== undefined;
  const globHost: GlobHost = { root, locate, directories, mounts, isMount, timeout, stopped };

  /** Called before each access to a file: lets other work run, and stops if the run has ended. */
  const ready = async (): Promise<void> => {
    await breathe();
    const reason = stopped();
    if (reason !== undefined) throw hostError('failed', reason);
  };

  const ways = { open, placeOf, named, inside, ready };
  const look = looker(ways);
  const withFile = fileUser({ ...ways, timeout, stopped });

  return {
    async readFile(path, { by, maxBytes = maxReadBytes, realPath } = {}) {
      const how = { maxBytes: Math.min(maxBytes, maxReadBytes), raw: true };
      const pieces: Uint8Array[] = [];
      await ready();
      try {
        const place = placeOf(path);
        const accept = onlyAt(path, realPath, inside);
        if (!place.through)
          return await withFile(path, place, by, (fd) => readStart(fd, how.maxBytes), accept);
        accept?.(place.real);
        await place.through.give(place.real, (piece) => void pieces.push(new Uint8Array(piece)), how);
      } catch (error) {
        throw problemOf(error, path);
      }
      return Buffer.concat(pieces);
    },
    async readInto(path, take, { raw, by, part, maxBytes = maxItemBytes, realPath } = {}) {
      await ready();
      const how = { maxBytes: Math.min(maxBytes, maxItemBytes), timeout, stopped, raw, part };
      const taker = watchTaker(take);
      try {
        const place = placeOf(path);
        const accept = onlyAt(path, realPath, inside);
        if (place.through) {
          accept?.(place.real);
          return await place.through.give(place.real, taker.take, how);
        }
        return (await withFile(path, place, by, (fd) => giveOpen(fd, taker.take, how), accept)).cut;
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

/** Makes the function that finds facts about the target of a path. */
function looker({ open, placeOf, named, inside, ready }: Ways): HostFiles['look'] {
  return async (path) => {
    await ready();
    let place: string | undefined;
    try {
      const { real, leadsTo, through } = placeOf(path);
      place = leadsTo;
      if (through) return { ...(await through.stat(real)), ...ledTo(inside(real), path) };
      const found = open.stats(real);
      return { ...factsOf(found.stats), ...ledTo(inside(found.real), path) };
    } catch (error) {
      throw problemOf(error, place === undefined ? path : named(path, place));
    }
  };
}

/** The test that refuses a file anywhere else than at a path without links; undefined if it may be anywhere. @throws HostError `refused`. */
function onlyAt(
  path: string,
  wanted: string | undefined,
  inside: (real: string) => string,
): ((real: string) => void) | undefined {
  if (wanted === undefined) return undefined;
  return (real) => {
    const place = inside(real);
    if (place !== wanted) throw hostError('refused', `${path}: leads to ${place}, not to ${wanted}`, place);
  };
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
  accept?: (real: string) => void,
) => Promise<T>;

/** How a path is followed, and worded in messages. */
interface Ways {
  readonly open: Opener;
  readonly placeOf: (path: string) => Place;
  readonly named: (path: string, leadsTo: string) => string;
  /** A path without links, as the host has it. */
  readonly inside: (real: string) => string;
  readonly ready: () => Promise<void>;
}

interface UseTools extends Ways, Pick<FileTools, 'timeout' | 'stopped'> {}

/** Makes the function that opens files, a limited number at once. */
function fileUser({ open, placeOf, named, ready, timeout, stopped }: UseTools): UseFile {
  const limit = limiter(maxOpenFiles);
  return async (path, { real, leadsTo }, by, use, accept) => {
    const openFile = (): Promise<number> =>
      whileNoDescriptor(patience, () => open.file(real, by, () => named(path, leadsTo), accept));
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

interface Patience {
  readonly seconds: number;
  /** Why the run is stopped; undefined while it is not. */
  readonly stopped: () => string | undefined;
}

/**
 * Tries again while another process's lease keeps a file from being opened; each attempt makes the kernel ask that process
 * to give the lease up. @throws HostError `timed out` if it does not; errors of `open` for any other reason.
 */
export async function whileLeased<T>(
  path: string,
  open: () => Promise<T>,
  { seconds, stopped }: Patience,
): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause))
    try {
      return await open();
    } catch (error) {
      if (!isLeased(error)) throw error;
      if (performance.now() > deadline || stopped() !== undefined)
        throw hostError(
          'timed out',
          `${path}: another process holds a lease on it and did not give it up within ${seconds} s`,
        );
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
}

/** Whether opening a file without waiting failed because another process holds a lease on it. */
function isLeased(error: unknown): boolean {
  return codeOf(error) === 'EAGAIN' && (error as NodeJS.ErrnoException).syscall === 'open';
}

/** The way to access a path: through the file system, or through separate processes. */
interface Place {
  /** The path for accessing it. */
  readonly real: string;
  /** Where links lead, for messages. */
  readonly leadsTo: string;
  readonly through?: Mounted;
}

/** Makes the function that finds the way to a path; `notEntered` is called for each mount that is not entered. */
export function placeFinder(
  locate: Locate,
  mounts: MountEntry,
  notEntered: (reason: string) => void,
): (path: string) => Place {
  return (path) => {
    const location = locate(path);
    if (location.kind === 'real') return { real: location.path, leadsTo: location.leadsTo };
    const through = mounts.enter(location);
    if (through) return { real: location.path, leadsTo: location.path, through };
    const refusal = mounts.refusal(path, location);
    notEntered(refusal.message);
    throw refusal;
  };
}

/** Makes the function that words a path for messages, with its target if links lead elsewhere below the root. */
export function namer(root: string): (path: string, leadsTo: string) => string {
  const insideOf = pathInside(root);
  return (path, leadsTo) => {
    const place = insideOf(leadsTo);
    return place === normalize(path) ? path : `${path}, which leads to ${place}`;
  };
}

/** Makes the function that gives a path below the root as the host has it. */
function pathInside(root: string): (real: string) => string {
  return (real) => (root === '/' ? real : real.slice(root.length) || '/');
}
