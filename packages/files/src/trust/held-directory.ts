import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { HostspecError } from '@hostspec/spec';
import { closeQuietly, pathOnly } from '../descriptor.js';
import type { Place } from './judge.js';
import { walk } from './walk.js';

const heldFlags = pathOnly | constants.O_NOFOLLOW;

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

interface Open extends Place {
  readonly fd: number;
}

/**
 * Opens a directory name by name, starting at the root, and passes each directory and link on the way to `judge`, which throws
 * if it rejects one. No name is looked up twice, so the directory that was judged is the one that is used.
 */
export function holdDirectory(path: string, judge: (place: Place) => void = () => {}): HeldDirectory {
  let here: Open | undefined;
  const goTo = (next: Open): Open => {
    closeQuietly(here?.fd ?? -1);
    here = next;
    judge(next);
    return next;
  };
  try {
    const last = walk<Open>(resolve(path), {
      root: () => goTo(openRoot()),
      up: (from) => goTo(openIn(from, '..')),
      down(from, name) {
        const next = openIn(from, name);
        if (!next.stats.isSymbolicLink()) {
          goTo(next);
          if (!next.stats.isDirectory()) throw systemError('ENOTDIR', 'not a directory', next.path);
          return { at: next };
        }
        closeSync(next.fd);
        judge(next);
        return { link: readlinkSync(`${baseOf(from)}/${name}`), from };
      },
      tooManyLinks: (from) => systemError('ELOOP', 'too many symbolic links', from.path),
    });
    return held(last, resolve(path));
  } catch (error) {
    closeQuietly(here?.fd ?? -1);
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
  const fd = openSync('/', heldFlags);
  return { fd, path: '/', stats: fstatSync(fd) };
}

function openIn(here: Open, name: string): Open {
  const fd = openSync(`${baseOf(here)}/${name}`, heldFlags);
  const stats = fstatSync(fd);
  return name === '..'
    ? { fd, path: dirname(here.path), stats }
    : { fd, path: join(here.path, name), stats, directory: here.stats };
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
