import {
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  type Stats,
  statfsSync,
  statSync,
} from 'node:fs';
import { linkLoop } from '@hostspec/host-kit';
import { type Account, hostError } from '@hostspec/spec';
import { type AccountOf, anyone, describeAccount, isRoot, withRights } from '../account/accounts.js';
import { closeQuietly, heldPath, pathOnly } from '../descriptor.js';
import { linkTarget, toFileSystem } from '../path-bytes.js';
import { codeOf } from '../system-error.js';
import { controllerOf, lacksAccess, rightsOfFile, rightsOfLink } from './control.js';
import { isSticky } from './judge.js';
import { isTrusted } from './owners.js';
import { type Link, parentOf, walk } from './walk.js';

/** The target of a path on the running machine, and the account that controls it. */
export interface Reached {
  /** A path that leads only to it until `release` is called: one that only root can change, or that of a descriptor. */
  readonly at: string | Buffer;
  readonly stats: Stats;
  /** The account whose rights to open it with. Default: this process's own. */
  readonly rights?: Account | undefined;
  /** The account that can change it or the way to it; undefined if only root or this process's own account can. */
  readonly controller?: Account | undefined;
  release(): void;
}

/**
 * Follows a path of the running machine to its end. A link is followed with the rights of the account that made it, so that
 * nobody can make the collector read files that they may not read themselves. Nothing is opened on the way, and devices and FIFOs
 * are only inspected. `resolveLinks` cannot do this, because each name is looked up with other rights, and held while the next one is.
 *
 * `by` is the account whose file or process named the path; all of it is then followed with that account's rights.
 *
 * @throws HostError or a system error.
 */
export type Reach = (path: string, by?: Account) => Reached;

const procFileSystem = 0x9fa0;

const nothingHeld = (): void => {};

/** Creates the path walker for the running machine. */
export function reacher(accountOf: AccountOf): Reach {
  // Directories that only root can change or replace stay so unless root changes them; those of processes come and go.
  const rootsOwn = new Set<string>(['']);
  // Others can add names here, but cannot remove or rename those of root.
  const shared = new Set<string>();

  const isRootsOwn = (path: string, stats: Stats): boolean => {
    if (controllerOf(stats, accountOf)) return false;
    // Below a shared directory, others can make a directory with the name of one that root removed.
    if (rootsOwn.has(parentOf(path)) && !path.startsWith('/proc/')) rootsOwn.add(path);
    return true;
  };

  const isShared = (path: string, stats: Stats): boolean => {
    if (!isTrusted(stats.uid) || !isSticky(stats)) return false;
    shared.add(path);
    return true;
  };

  const atPath = (path: string, stats: Stats, rights?: Account): Reached => ({
    at: toFileSystem(path),
    stats,
    rights,
    controller: controllerOf(stats, accountOf),
    release: nothingHeld,
  });

  return (path, by) => {
    if (by && isRoot()) return reachedAs(by, path, toFileSystem(path));
    const found = walk<string, Reached>(path, {
      root: () => '',
      up: parentOf,
      down(at, name, rest) {
        const next = `${at}/${name}`;
        if (rootsOwn.has(next)) return { at: next };
        const stats = lstatSync(toFileSystem(next));
        if (shared.has(at) && !isTrusted(stats.uid)) return beyondRoots(path, at, [name, ...rest], accountOf);
        if (stats.isSymbolicLink()) return { link: linkTarget(toFileSystem(next)), from: at };
        if (stats.isDirectory())
          return isRootsOwn(next, stats) || isShared(next, stats)
            ? { at: next }
            : beyondRoots(path, next, rest, accountOf);
        if (rest.length > 0) throw systemError('ENOTDIR');
        return { end: atPath(next, stats, shared.has(at) ? rightsOfFile(stats, anyone) : undefined) };
      },
      tooManyLinks: () => linkLoop(path),
    });
    return typeof found === 'string' ? atPath(found || '/', lstatSync(toFileSystem(found || '/'))) : found;
  };
}

/**
 * Goes on from the first directory that others control, name by name, each held by a descriptor, so that what was checked is what
 * is used. Ends there, or goes back at `..` and at a link that root made where nobody can replace it.
 */
function beyondRoots(
  path: string,
  directory: string,
  rest: readonly string[],
  accountOf: AccountOf,
): { readonly end: Reached } | Link<string> {
  let at = directory;
  let here = lstatSync(toFileSystem(directory));
  let controller = controllerOf(here, accountOf) ?? anyone;
  if (!canHold()) return { end: reachedByPath([directory, ...rest].join('/'), controller) };
  let fd = openSync(toFileSystem(directory), pathOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    for (const [index, part] of rest.entries()) {
      const remaining = rest.slice(index + 1);
      if (part === '.') continue;
      if (part === '..') return { link: '..', from: at, rest: remaining };
      const way = heldPath(fd, toFileSystem(part));
      const child = openSync(way, pathOnly | constants.O_NOFOLLOW);
      const found = fstatSync(child);
      if (found.isSymbolicLink()) {
        closeQuietly(child);
        const rights = rightsOfLink(path, found, here, accountOf);
        if (rights === undefined) return { link: linkTarget(way), from: at, rest: remaining };
        return { end: reachedAs(rights, path, heldPath(fd, toFileSystem([part, ...remaining].join('/')))) };
      }
      closeQuietly(fd);
      fd = child;
      // In a shared directory, an account controls its own files.
      if (controller === anyone) controller = controllerOf(found, accountOf) ?? anyone;
      if (remaining.length > 0 && !found.isDirectory()) throw systemError('ENOTDIR');
      at = `${at}/${part}`;
      here = found;
    }
    const end = held(fd, { stats: here, rights: rightsOfFile(here, controller), controller });
    fd = -1;
    return { end };
  } finally {
    closeQuietly(fd);
  }
}

function held(fd: number, reached: Omit<Reached, 'at' | 'release'>): Reached {
  return { ...reached, at: heldPath(fd), release: () => closeQuietly(fd) };
}

/** Without /proc nothing can be reached through a descriptor: from here on, only the account's rights apply. */
function reachedByPath(path: string, controller: Account): Reached {
  const rights = isRoot() ? controller : undefined;
  const at = toFileSystem(path);
  return { at, stats: withRights(rights, () => statSync(at)), rights, controller, release: nothingHeld };
}

/** Reaches the end of a way with the rights of an account: the kernel follows links as it would for the account. */
function reachedAs(account: Account, path: string, way: string | Buffer): Reached {
  if (!canHold()) return reachedByPath(path, account);
  let fd = withRights(account, () => {
    try {
      return openSync(way, pathOnly);
    } catch (error) {
      throw codeOf(error) === 'EACCES' ? hostError('denied', lacksAccess(path, account)) : error;
    }
  });
  try {
    // Below /proc/self an account would see this process, and reading some of its files removes their content.
    if (statfsSync(heldPath(fd)).type === procFileSystem)
      throw hostError('refused', `${path}: ${describeAccount(account)} made it lead into /proc`);
    const reached = held(fd, { stats: fstatSync(fd), rights: account, controller: account });
    fd = -1;
    return reached;
  } finally {
    closeQuietly(fd);
  }
}

let canHoldFiles: boolean | undefined;

function canHold(): boolean {
  canHoldFiles ??= existsSync('/proc/self/fd');
  return canHoldFiles;
}

function systemError(code: 'ENOTDIR'): NodeJS.ErrnoException {
  return Object.assign(new Error('a part of the path is not a directory'), { code });
}
