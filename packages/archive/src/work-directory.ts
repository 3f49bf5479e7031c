import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  rmdirSync,
  rmSync,
  unlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fitName } from './archive-name.js';
import { sinkError } from './sink-error.js';
import { writeAll } from './write-all.js';

const newFile = constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW | constants.O_RDWR;

/** The folder in which a run's files stand until the archive is complete: 0700, its files 0600. */
export interface WorkDirectory {
  readonly path: string;
  /** Creates a file, and the directories that it needs; `path` is relative. Open for reading and writing. */
  create(path: string): number;
  /** Removes a file. */
  remove(path: string): void;
  /** Removes directories that hold nothing. */
  prune(): void;
  /** Removes everything. */
  destroy(): void;
}

/** Makes a work directory of a random name, `.<name>.<random>.partial`, in `parent`. */
export function createWorkDirectory(parent: string, name: string): WorkDirectory {
  const path = join(parent, fitName(`.${name}`, `.${randomBytes(6).toString('hex')}.partial`));
  try {
    mkdirSync(path, 0o700);
  } catch (error) {
    throw sinkError(error, path);
  }
  return workDirectory(path);
}

/** Whether a name is that of a work directory. */
export function isWorkDirectoryName(name: string): boolean {
  return /^\..*\.[0-9a-f]{12}\.partial$/s.test(name);
}

/** The work directory that stands at a path. */
export function workDirectory(path: string): WorkDirectory {
  const directories = new Set<string>(['.']);
  const files = new Set<string>();

  const ensure = (directory: string): void => {
    if (directories.has(directory)) return;
    ensure(dirname(directory));
    try {
      mkdirSync(`${path}/${directory}`, 0o700);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    directories.add(directory);
  };

  return {
    path,
    create(file) {
      ensure(dirname(file));
      const fd = openSync(`${path}/${file}`, newFile, 0o600);
      files.add(file);
      return fd;
    },
    remove(file) {
      unlinkSync(`${path}/${file}`);
      files.delete(file);
    },
    prune() {
      const used = new Set<string>();
      for (const file of files)
        for (let at = dirname(file); !used.has(at) && at !== '.'; at = dirname(at)) used.add(at);
      for (const directory of deepestFirst(directories))
        if (!used.has(directory) && readdirSync(`${path}/${directory}`).length === 0)
          rmdirSync(`${path}/${directory}`);
    },
    destroy() {
      try {
        for (const file of files) unlinkSync(`${path}/${file}`);
        for (const directory of deepestFirst(directories)) rmdirSync(`${path}/${directory}`);
        rmdirSync(path);
      } catch {
        rmSync(path, { recursive: true, force: true });
      }
    },
  };
}

function deepestFirst(directories: ReadonlySet<string>): string[] {
  return [...directories].filter((directory) => directory !== '.').sort((a, b) => b.length - a.length);
}

/** Writes a whole file below a work directory. */
export function writeNewFile(work: WorkDirectory, path: string, content: string | Uint8Array): void {
  const fd = work.create(path);
  try {
    writeAll(fd, typeof content === 'string' ? Buffer.from(content) : content);
  } finally {
    closeSync(fd);
  }
}
