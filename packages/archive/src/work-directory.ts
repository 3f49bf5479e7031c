import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { HostspecError } from '@hostspec/spec';
import { fitName } from './archive-name.js';
import { type HeldDirectory, holdDirectory } from './held-directory.js';
import { errorCode, sinkError } from './sink-error.js';
import { writeAll } from './write-all.js';

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_RDONLY, O_RDWR } = constants;

/** The name of the file in a work directory that tells what was finished. */
export const journalName = 'journal.ndjson';

/** The folder in which a run's files stand until the archive is complete: 0700, its files 0600. */
export interface WorkDirectory {
  /** For messages; others may put something else there. */
  readonly path: string;
  /** Where it stands, in the directory that it was made or found in. */
  place(): string;
  /** A file's path for opening it, which leads into this very directory whatever its path leads to by now. */
  file(path: string): string;
  /** Creates a file, and the directories that it needs; `path` is relative. Open for reading and writing. */
  create(path: string): number;
  /** Gives a file that is there another path. */
  move(from: string, to: string): void;
  /** Removes a file that is there. */
  remove(path: string): void;
  /** The files that were made here and not removed. */
  made(): readonly string[];
  /** The files that stand there, found anew. */
  files(): string[];
  /** Removes directories that hold nothing. */
  prune(): void;
  /** Whether this directory stands at a path. */
  isAt(path: string): boolean;
  /** Closes the directory, if it still is open. */
  release(): void;
  /** Removes everything, then closes the directory; nothing if it is closed already. */
  destroy(): void;
}

/** Makes a work directory of a random name, `.<name>.<random>.partial`, in a directory that stays held meanwhile. */
export function createWorkDirectory(parent: HeldDirectory, name: string): WorkDirectory {
  const own = fitName(`.${name}`, `.${randomBytes(6).toString('hex')}.partial`);
  const path = join(parent.path, own);
  const place = (): string => parent.at(own);
  try {
    mkdirSync(place(), 0o700);
  } catch (error) {
    throw sinkError(error, path);
  }
  return openAt(path, place);
}

/** Whether a name is that of a work directory. */
export function isWorkDirectoryName(name: string): boolean {
  return /^\..*\.[0-9a-f]{12}\.partial$/s.test(name);
}

/** Opens the work directory at a path; it must be ours and closed to others. */
export function openWorkDirectory(path: string): WorkDirectory {
  const parent = holdDirectory(dirname(path));
  try {
    return openAt(path, () => parent.at(basename(path)), parent.close);
  } catch (error) {
    parent.close();
    throw error;
  }
}

function openAt(path: string, place: () => string, released = (): void => {}): WorkDirectory {
  const fd = openSync(place(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  const identity = fstatSync(fd);
  if (identity.uid !== process.geteuid?.() || (identity.mode & 0o077) !== 0) {
    closeSync(fd);
    throw new HostspecError('SINK', `${path} is not private: its owner must be this user and its mode 0700`, {
      subject: path,
    });
  }
  // Without /proc its path must do: whoever may write to the parent can put another directory there.
  const anchor = `/proc/self/fd/${fd}`;
  const base = existsSync(`${anchor}/.`) ? anchor : path;
  return workDirectory({ path, place, base, directory: fd, released });
}

interface OpenWorkDirectory {
  readonly path: string;
  place(): string;
  readonly base: string;
  readonly directory: number;
  released(): void;
}

function workDirectory({ path, place, base, directory, released }: OpenWorkDirectory): WorkDirectory {
  const directories = new Set<string>(['.']);
  const files = new Set<string>();
  const { dev, ino } = fstatSync(directory);

  const ensure = (name: string): void => {
    if (directories.has(name)) return;
    ensure(dirname(name));
    try {
      mkdirSync(`${base}/${name}`, 0o700);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
    directories.add(name);
  };

  const isAt = (place: string): boolean => {
    const stat = lstatSync(place, { throwIfNoEntry: false });
    return stat?.dev === dev && stat.ino === ino;
  };

  let isOpen = true;
  const release = (): void => {
    if (!isOpen) return;
    isOpen = false;
    closeSync(directory);
    released();
  };

  return {
    path,
    place,
    file: (name) => `${base}/${name}`,
    create(name) {
      ensure(dirname(name));
      const fd = openSync(`${base}/${name}`, O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR, 0o600);
      files.add(name);
      return fd;
    },
    move(from, to) {
      ensure(dirname(to));
      renameSync(`${base}/${from}`, `${base}/${to}`);
      files.delete(from);
      files.add(to);
    },
    remove(name) {
      unlinkSync(`${base}/${name}`);
      files.delete(name);
    },
    made: () => [...files],
    files() {
      const find = (name: string): void => {
        for (const entry of readdirSync(`${base}/${name}`, { withFileTypes: true })) {
          const path = name === '.' ? entry.name : `${name}/${entry.name}`;
          if (!entry.isDirectory()) files.add(path);
          else {
            directories.add(path);
            find(path);
          }
        }
      };
      files.clear();
      find('.');
      return [...files];
    },
    prune() {
      for (const name of deepestFirst(directories)) {
        if (readdirSync(`${base}/${name}`).length > 0) continue;
        rmdirSync(`${base}/${name}`);
        directories.delete(name);
      }
    },
    isAt,
    release,
    destroy() {
      if (!isOpen) return;
      const removeEmpty = (): void => {
        if (isAt(place())) rmdirSync(place());
      };
      try {
        // First: the rest of a directory whose removal was cut short is nothing to complete an archive from.
        if (files.delete(journalName)) unlinkSync(`${base}/${journalName}`);
        for (const name of files) unlinkSync(`${base}/${name}`);
        for (const name of deepestFirst(directories)) rmdirSync(`${base}/${name}`);
        removeEmpty();
      } catch {
        // Something else came or went, or was there before: what stands there tells.
        for (const name of readdirSync(base)) rmSync(`${base}/${name}`, { recursive: true, force: true });
        removeEmpty();
      }
      release();
    },
  };
}

function deepestFirst(directories: ReadonlySet<string>): string[] {
  return [...directories].filter((directory) => directory !== '.').sort((a, b) => b.length - a.length);
}

/** Writes a whole file below a work directory, or leaves none. */
export function writeNewFile(work: WorkDirectory, path: string, content: string | Uint8Array): void {
  const fd = work.create(path);
  try {
    // A network file system may say only when a file is closed that it was not written.
    closing(fd, () => writeAll(fd, typeof content === 'string' ? Buffer.from(content) : content));
  } catch (error) {
    work.remove(path);
    throw error;
  }
}

function closing(fd: number, write: () => void): void {
  try {
    write();
  } finally {
    closeSync(fd);
  }
}
