import { lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { UsageError } from '@hostspec/spec';
import { isWorkDirectoryName } from './work-directory.js';

/** Where a file or folder is to be made. */
export interface TargetPath {
  readonly path: string;
  readonly parent: string;
  readonly name: string;
  /** Whether the folder is there already, with nothing in it but remains of runs that were killed. */
  readonly exists: boolean;
}

/** Checks that a file can be made at a path: a new one, or a regular file, which is replaced. */
export function checkFile(option: string, path: string): TargetPath {
  const target = targetPath(option, path);
  const stat = lstatSync(target.path, { throwIfNoEntry: false });
  if (stat && !stat.isFile())
    throw notAllowed(option, path, 'is no regular file; allowed: a new path, or a file to replace');
  return { ...target, exists: stat !== undefined };
}

/** Checks that a folder can be made at a path: a new one, or an empty one. */
export function checkDirectory(option: string, path: string): TargetPath {
  const target = targetPath(option, path);
  const stat = statSync(target.path, { throwIfNoEntry: false });
  if (!stat && lstatSync(target.path, { throwIfNoEntry: false }))
    throw notAllowed(option, path, 'is a symbolic link to nothing; allowed: a new or an empty directory');
  if (stat && !stat.isDirectory())
    throw notAllowed(option, path, 'is no directory; allowed: a new or an empty one');
  if (stat && !readdirSync(target.path).every(isWorkDirectoryName))
    throw notAllowed(option, path, 'is not empty; allowed: a new or an empty directory');
  return { ...target, exists: stat !== undefined };
}

function targetPath(option: string, path: string): TargetPath {
  if (path === '' || path.includes('\0'))
    throw notAllowed(option, path, 'is no path; allowed: a path without NUL');
  const absolute = resolve(path);
  const parent = dirname(absolute);
  if (!statSync(parent, { throwIfNoEntry: false })?.isDirectory())
    throw notAllowed(
      option,
      path,
      `cannot be made: ${parent} is no directory; allowed: a path in an existing one`,
    );
  return { path: absolute, parent, name: basename(absolute), exists: false };
}

function notAllowed(option: string, path: string, why: string): UsageError {
  return new UsageError('INVALID_OPTION', `${option} ${JSON.stringify(path)} ${why}`, {
    subject: option,
    value: path,
  });
}
