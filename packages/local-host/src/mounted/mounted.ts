import { closeSync, constants, type Dirent, fstatSync } from 'node:fs';
import { fromFileSystem } from '@hostspec/files';
import { isArgument, keptEnd, longestPath, noRegularFile, notAnArgument } from '@hostspec/host-kit';
import {
  type CommandEnd,
  type Cut,
  type FileFacts,
  type FileKind,
  type HostError,
  hostError,
  isHostError,
  type TakePiece,
} from '@hostspec/spec';
import { type GiveOptions, giveOpen, readStart } from '../copying/give.js';
import type { Location } from '../files/locate.js';

type OnMount = Extract<Location, { readonly kind: 'mount' }>;

/** Decides which mounts that can hang are entered, and how. */
export interface MountEntry {
  /** The way into the mount that a path leads to; undefined if there is none or it must not be entered. */
  enter(location: Location): Mounted | undefined;
  /** Why a path on a mount is not accessed. */
  refusal(path: string, location: OnMount): HostError;
}

/** Creates the access to mounts below a root directory. A mount that did not answer once is not touched again. */
export function mountEntry(
  asked: boolean,
  root: string,
  runInto: RunInto,
  openScratch: () => Promise<number>,
): MountEntry {
  const ways = new Map<string, Mounted>();
  const hung = new Set<string>();
  return {
    enter(location) {
      if (location.kind !== 'mount') return undefined;
      const { path, type } = location.mount;
      if (hung.has(path) || !(asked || type === 'fuse.lxcfs')) return undefined;
      const way =
        ways.get(path) ??
        mountedFiles(root === '/' ? path : root, runInto, openScratch, () => hung.add(path));
      ways.set(path, way);
      return way;
    },
    refusal(path, { mount }) {
      const dead = hung.has(mount.path);
      const why = dead ? 'did not answer before' : 'is not entered';
      const reason = `${path}: on the ${mount.type} mount ${mount.path}, which ${why}`;
      return hostError(dead ? 'timed out' : 'refused', reason);
    },
  };
}

/** Runs a command with its output going to an open file. */
export type RunInto = (argv: readonly string[], to: number) => Promise<CommandEnd>;

/** Accesses paths on mounts that can hang: every access uses a separate process, which can be abandoned. */
export interface Mounted {
  stat(path: string): Promise<FileFacts>;
  entries(path: string): Promise<Dirent[]>;
  isDirectory(path: string): Promise<boolean>;
  /** When names in a directory were last modified, in milliseconds; undefined for names that are gone. */
  modified(path: string, names: readonly string[]): Promise<readonly (number | undefined)[]>;
  /** Gives the content of a regular file; returns how it was cut. */
  give(path: string, take: TakePiece, options: GiveOptions): Promise<Cut | undefined>;
}

const kinds: Readonly<Record<number, FileKind>> = {
  [constants.S_IFIFO]: 'fifo',
  [constants.S_IFCHR]: 'character',
  [constants.S_IFDIR]: 'directory',
  [constants.S_IFBLK]: 'block',
  [constants.S_IFREG]: 'file',
  [constants.S_IFSOCK]: 'socket',
};

const maxListing = 64 * 1024 * 1024;

/** Creates the access to one mount, for paths below `bounds`. Calls `hung` if the mount does not answer in time. */
export function mountedFiles(
  bounds: string,
  runInto: RunInto,
  openScratch: () => Promise<number>,
  hung: () => void,
): Mounted {
  const output = askThrough(runInto, openScratch);
  const ask: Ask = async (argv, path, use) => {
    try {
      return await output(argv, path, use);
    } catch (error) {
      if (isHostError(error) && error.problem === 'timed out') hung();
      throw error;
    }
  };
  /** Resolves links, because the programs would follow them out of the bounds with the rights of this process. */
  const inside = async (path: string): Promise<string> => {
    if (path === bounds) return path;
    const real = await ask(['/usr/bin/realpath', '-e', '-z', '--', path], path, (fd) =>
      readStart(fd, longestPath + 1),
    );
    const place = fromFileSystem(real.subarray(0, real.indexOf(0)));
    if (`${place}/`.startsWith(`${bounds}/`)) return place;
    throw hostError('refused', `${path}: leads to ${place}, outside ${bounds}`);
  };
  const statAt = (place: string, path: string): Promise<FileFacts> =>
    ask(['/usr/bin/stat', '-L', '-c', '%f %s %Y', '--', place], path, (fd) => {
      const [mode = '', size, seconds] = readStart(fd, 1024).toString().trim().split(' ');
      const kind = kinds[Number.parseInt(mode, 16) & constants.S_IFMT] ?? 'other';
      return { kind, size: Number(size), modified: Number(seconds) * 1000 };
    });
  const listing = async (path: string, format: string): Promise<string[]> =>
    ask(
      ['/usr/bin/find', `${await inside(path)}/`, '-mindepth', '1', '-maxdepth', '1', '-printf', format],
      path,
      (fd) => records(readStart(fd, Math.min(fstatSync(fd).size, maxListing))),
    );
  const stat = async (path: string): Promise<FileFacts> => statAt(await inside(path), path);
  return {
    stat,
    isDirectory: async (path) => (await stat(path)).kind === 'directory',
    entries: async (path) => (await listing(path, '%y%f\\0')).map(toEntry),
    async modified(path, names) {
      const times = new Map<string, number>();
      for (const record of await listing(path, '%T@ %f\\0')) {
        const blank = record.indexOf(' ');
        times.set(record.slice(blank + 1), Number(record.slice(0, blank)) * 1000);
      }
      return names.map((name) => times.get(name));
    },
    async give(path, take, options) {
      const place = await inside(path);
      const { kind, size } = await statAt(place, path);
      if (kind !== 'file') throw hostError('refused', `${path}: ${noRegularFile(kind)}`);
      const { part, ...rest } = options;
      const all = part ? Math.min(part.to ?? size, size) - part.from : size;
      if (part && all <= 0) return undefined;
      const large = all > options.maxBytes;
      const argv = part
        ? partCommand(place, part.from + Math.max(0, all - options.maxBytes - 1), all, options.maxBytes + 1)
        : large
          ? ['/usr/bin/tail', '-c', String(options.maxBytes + 1), '--', place]
          : ['/bin/cat', '--', place];
      const given = await output(argv, path, (fd) => giveOpen(fd, take, { ...rest, fromStart: true }));
      return large ? keptEnd(given.bytes, all) : given.cut;
    },
  };
}

/** The command that prints a part of a file. Its only option with a path begins with a letter, so that no name can be an option. */
function partCommand(place: string, from: number, ...most: readonly number[]): readonly string[] {
  const how = ['bs=64K', 'iflag=skip_bytes,count_bytes,fullblock', 'status=none'];
  return ['/bin/dd', `if=${place}`, ...how, `skip=${from}`, `count=${Math.min(...most)}`];
}

/** Runs a command about a path, and gives its output to `use` as an open file. */
type Ask = <T>(argv: readonly string[], path: string, use: (fd: number) => T | Promise<T>) => Promise<T>;

function askThrough(runInto: RunInto, openScratch: () => Promise<number>): Ask {
  return async (argv, path, use) => {
    if (!isArgument(path)) throw hostError('failed', `${path}: ${notAnArgument}`);
    const fd = await openScratch();
    try {
      const { rc, problem, reason } = await runInto(argv, fd);
      if (problem) throw hostError(problem, `${path}: ${reason ?? problem}`);
      const start = (): string => readStart(fd, 1024).toString();
      if (rc !== 0) throw hostError(missing(start()), `${path}: ${start().trim()}`);
      return await use(fd);
    } finally {
      closeSync(fd);
    }
  };
}

function missing(message: string): 'absent' | 'denied' | 'failed' {
  if (/No such file|Not a directory/.test(message)) return 'absent';
  return /Permission denied/.test(message) ? 'denied' : 'failed';
}

function records(listing: Buffer): string[] {
  const found: string[] = [];
  for (let start = 0, end = listing.indexOf(0); end !== -1; start = end + 1, end = listing.indexOf(0, start))
    found.push(fromFileSystem(listing.subarray(start, end)));
  return found;
}

function toEntry(record: string): Dirent {
  const [kind, name] = [record[0], record.slice(1)];
  return {
    name,
    isDirectory: () => kind === 'd',
    isFile: () => kind === 'f',
    isSymbolicLink: () => kind === 'l',
    isBlockDevice: () => kind === 'b',
    isCharacterDevice: () => kind === 'c',
    isFIFO: () => kind === 'p',
    isSocket: () => kind === 's',
  } as Dirent;
}
