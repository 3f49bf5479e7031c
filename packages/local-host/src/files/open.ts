import { closeSync, constants, fstatSync, openSync, type Stats, statSync } from 'node:fs';
import { codeOf, fromFileSystem, heldPath, pathOnly, readOnly, toFileSystem } from '@hostspec/files';
import { accounts, lacksAccess, type Reached, reacher, withRights } from '@hostspec/files/host';
import { noRegularFile } from '@hostspec/host-kit';
import { type Account, type FileFacts, type FileKind, hostError } from '@hostspec/spec';
import { insideRoot, realPath, withDirectory } from './inside-root.js';

/** The only way to the files below a root directory: a path is followed with no more rights than those who control it have. */
export interface Opener {
  /**
   * Opens a regular file. Anything else is refused before it is opened. `named` words the path for messages. `accept` gets the path without
   * links before the file is opened, and throws to refuse it.
   * @throws HostError or a system error.
   */
  file(path: string, by?: Account, named?: () => string, accept?: (real: string) => void): number;
  /** Uses a directory by a path that leads only to it. @throws HostError or a system error. */
  directory<T>(path: string, use: (at: string | Buffer) => T): T;
  /** Facts about the target of a path, and the path without links. @throws HostError or a system error. */
  stats(path: string, by?: Account): { readonly stats: Stats; readonly real: string };
  /** The account other than root that controls what a path leads to. @throws HostError or a system error. */
  controller(path: string): Account | undefined;
}

/** Makes the opener of a root directory, by its real path; `/` for the running machine. */
export function opener(root: string): Opener {
  const checkOpened = insideRoot(root);
  if (checkOpened)
    return {
      file: (path, _by, named = () => path, accept) =>
        found(named, () => {
          accept?.(path);
          return openChecked(path, named, (fd) => checkOpened(fd, path));
        }),
      directory: (path, use) => withDirectory(path, checkOpened, use),
      stats: (path) => ({ stats: statSync(toFileSystem(path)), real: path }),
      controller: () => undefined,
    };
  const reach = reacher(accounts());
  const reached = <T>(path: string, by: Account | undefined, use: (found: Reached) => T): T => {
    const found = reach(path, by);
    try {
      return use(found);
    } finally {
      found.release();
    }
  };
  return {
    file: (path, by, named = () => path, accept) =>
      found(named, () =>
        reached(path, by, ({ at, stats, rights }) => {
          accept?.(fromFileSystem(realPath(at)));
          requireRegular(stats, named);
          return regular(openAs(rights, at, named), named);
        }),
      ),
    directory: (path, use) => reached(path, undefined, ({ at, rights }) => withRights(rights, () => use(at))),
    stats: (path, by) =>
      reached(path, by, ({ at, stats }) => ({ stats, real: fromFileSystem(realPath(at)) })),
    controller: (path) => reached(path, undefined, ({ controller }) => controller),
  };
}

/** Adds the target of a path to the message if nothing is there. */
function found<T>(named: () => string, find: () => T): T {
  try {
    return find();
  } catch (error) {
    throw codeOf(error) === 'ENOENT' ? hostError('absent', `${named()}: no such file or directory`) : error;
  }
}

function openAs(rights: Account | undefined, at: string | Buffer, named: () => string): number {
  try {
    return withRights(rights, () => openSync(at, readOnly));
  } catch (error) {
    if (rights && codeOf(error) === 'EACCES') throw hostError('denied', lacksAccess(named(), rights));
    throw error;
  }
}

/** Opens a regular file by its real path, after `check` has accepted a descriptor that holds it without opening it. */
function openChecked(path: string, named: () => string, check: (fd: number) => void): number {
  const held = openSync(toFileSystem(path), pathOnly);
  try {
    check(held);
    requireRegular(fstatSync(held), named);
    return reopen(held, path, named);
  } finally {
    closeSync(held);
  }
}

function reopen(held: number, path: string, named: () => string): number {
  try {
    return openSync(heldPath(held), readOnly);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    // There is no /proc.
    return regular(openSync(toFileSystem(path), readOnly | constants.O_NOFOLLOW), named);
  }
}

function regular(fd: number, named: () => string): number {
  const stats = fstatSync(fd);
  if (stats.isFile()) return fd;
  closeSync(fd);
  throw hostError('refused', `${named()}: ${noRegularFile(kindOf(stats))}`);
}

function requireRegular(stats: Stats, named: () => string): void {
  if (!stats.isFile()) throw hostError('refused', `${named()}: ${noRegularFile(kindOf(stats))}`);
}

/** The system's facts about a file, in the form that hosts return. */
export function factsOf(stats: Stats): FileFacts {
  return { kind: kindOf(stats), size: stats.size, modified: stats.mtimeMs };
}

/** The kind of a file. */
export function kindOf(stats: Stats): FileKind {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  if (stats.isBlockDevice()) return 'block';
  if (stats.isCharacterDevice()) return 'character';
  if (stats.isFIFO()) return 'fifo';
  return stats.isSocket() ? 'socket' : 'other';
}
