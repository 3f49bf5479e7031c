import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { HostspecError } from '@hostspec/spec';

/** Linux's O_PATH, for which Node has no constant, without following a link: it opens nothing, whatever the path is. */
const pathOnly: number = 0o10000000 | constants.O_NOFOLLOW;

const mostLinks = 40;

/** A directory that is held open: its names always lead into this directory, even if its path now leads elsewhere. */
export interface HeldDirectory {
  /** For messages. */
  readonly path: string;
  /** The path of a name in it. @throws HostspecError `SINK` if there is no /proc and its path leads elsewhere by now. */
  at(name: string): string;
  /** The current path of a name in it; it changes if the directory is moved. */
  find(name: string): string;
  close(): void;
}

/** A directory or symbolic link on the way to a directory. */
export interface Step {
  /** Without links before its last name. */
  readonly path: string;
  readonly stats: Stats;
  /** Whether a file system is mounted there. */
  readonly mounted: boolean;
}

interface Open extends Step {
  readonly fd: number;
}

/**
 * Opens a directory name by name, starting at the root, and passes each step to `judge`, which throws if it rejects one.
 * No name is looked up twice, so the directory that was judged is the one that is used.
 */
export function holdDirectory(path: string, judge: (step: Step) => void = () => {}): HeldDirectory {
  let here = openRoot();
  let links = 0;
  const goTo = (next: Open): void => {
    closeSync(here.fd);
    here = next;
  };
  try {
    judge(here);
    const names = resolve(path).split('/');
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      if (name === '' || name === '.') continue;
      const next = openIn(here, name);
      const target = next.stats.isSymbolicLink() ? readlinkSync(`${baseOf(here)}/${name}`) : undefined;
      if (target === undefined) goTo(next);
      else closeSync(next.fd);
      judge(next);
      if (target === undefined) {
        if (!next.stats.isDirectory()) throw systemError('ENOTDIR', 'not a directory', next.path);
        continue;
      }
      if (++links > mostLinks) throw systemError('ELOOP', 'too many symbolic links', next.path);
      if (target.startsWith('/')) goTo(openRoot());
      names.unshift(...target.split('/'));
    }
    return held(here, resolve(path));
  } catch (error) {
    closeSync(here.fd);
    throw error;
  }
}

function held(here: Open, path: string): HeldDirectory {
  const base = baseOf(here);
  const anchored = base !== here.path;
  const { dev, ino } = here.stats;
  return {
    path,
    at(name) {
      if (!anchored) {
        const now = lstatSync(base, { throwIfNoEntry: false });
        if (now?.dev !== dev || now.ino !== ino)
          throw new HostspecError('SINK', `${path} was replaced by something else while it was in use`, {
            subject: path,
          });
      }
      return `${base}/${name}`;
    },
    find(name) {
      const now = anchored ? statSync(path, { throwIfNoEntry: false }) : here.stats;
      const isThere = now?.dev === dev && now.ino === ino;
      return join(isThere ? path : readlinkSync(base), name);
    },
    close: () => closeSync(here.fd),
  };
}

function openRoot(): Open {
  const fd = openSync('/', pathOnly);
  return { fd, path: '/', stats: fstatSync(fd), mounted: false };
}

function openIn(here: Open, name: string): Open {
  const fd = openSync(`${baseOf(here)}/${name}`, pathOnly);
  const stats = fstatSync(fd);
  const path = name === '..' ? dirname(here.path) : join(here.path, name);
  return { fd, path, stats, mounted: stats.dev !== here.stats.dev };
}

/** A path to an open file or directory: through its descriptor, or its own path without /proc. */
function baseOf({ fd, path, stats: { dev, ino } }: Open): string {
  const anchor = `/proc/self/fd/${fd}`;
  const found = lstatSync(`${anchor}/.`, { throwIfNoEntry: false });
  return found?.dev === dev && found.ino === ino ? anchor : path;
}

function systemError(code: string, words: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${words}, open '${path}'`), { code, syscall: 'open', path });
}
