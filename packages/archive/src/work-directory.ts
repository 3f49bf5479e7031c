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
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '@hostspec/files';
import { type HeldDirectory, holdDirectory } from '@hostspec/files/output';
import { HostspecError } from '@hostspec/spec';
import { fitName } from './archive-name.js';
import { ancestorsOf, deepestFirst, entriesBelow, writeAll } from './disk.js';
import { sinkError } from './sink-error.js';

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_RDONLY, O_RDWR } = constants;

/** The file in a work directory that records what is finished. */
export const journalName = 'journal.ndjson';

/** The directory for a run's files until the archive is complete: mode 0700, files 0600. */
export interface WorkDirectory {
  /** For messages only: others may put something else at this path. */
  readonly path: string;
  /** Its path in the directory where it was made or found. */
  place(): string;
  /** The path to open a file. It leads into this directory even if the directory was moved or replaced. */
  file(path: string): string;
  /** Creates a file and the directories above it, open for reading and writing. `path` is relative. */
  create(path: string): number;
  /** Creates a directory and those above it, unless they exist. */
  directory(path: string): void;
  /** Creates a symbolic link and the directories above it. */
  link(path: string, target: string): void;
  move(from: string, to: string): void;
  remove(path: string): void;
  made(): readonly string[];
  files(): string[];
  prune(): void;
  isAt(path: string): boolean;
  release(): void;
  /** Removes everything and closes the directory, unless it is closed. */
  destroy(): void;
}

/** Creates a work directory `.<name>.<random>.partial` in a directory that is held open meanwhile. */
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

/** Opens an existing work directory. It must belong to this user and be closed to others. */
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
  // Without /proc there is only its path: whoever can write to the parent can replace the directory.
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
    makeDirectory(`${base}/${name}`);
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
    directory: ensure,
    link(name, target) {
      ensure(dirname(name));
      symlinkSync(target, `${base}/${name}`);
      files.add(name);
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
      files.clear();
      for (const { path, isDirectory } of entriesBelow(base, '.'))
        (isDirectory ? directories : files).add(path);
      return [...files];
    },
    prune() {
      const used = ancestorsOf(files);
      for (const name of deepestFirst(directories)) {
        if (used.has(name) || readdirSync(`${base}/${name}`).length > 0) continue;
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
        // Remove it first: a half-removed directory must not be completed to an archive.
        if (files.delete(journalName)) unlinkSync(`${base}/${journalName}`);
        removeAll(base, files, directories);
        removeEmpty();
      } catch {
        // Something else came, went or was there before: remove what is there now.
        for (const name of readdirSync(base)) rmSync(`${base}/${name}`, { recursive: true, force: true });
        removeEmpty();
      }
      release();
    },
  };
}

function makeDirectory(path: string): void {
  try {
    mkdirSync(path, 0o700);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

function removeAll(base: string, files: ReadonlySet<string>, directories: ReadonlySet<string>): void {
  for (const name of files) unlinkSync(`${base}/${name}`);
  for (const name of deepestFirst(directories)) rmdirSync(`${base}/${name}`);
}

/** Writes a whole file below a work directory, or leaves none. */
export function writeNewFile(work: WorkDirectory, path: string, content: string | Uint8Array): void {
  const fd = work.create(path);
  try {
    // A network file system may report a failed write only on close.
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
