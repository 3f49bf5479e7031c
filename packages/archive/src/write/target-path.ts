import { lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { codeOf, errorWords } from '@hostspec/files';
import {
  type OutputPlace,
  openOutputPlace,
  type PlaceRules,
  Untrusted,
  unsafePlace,
} from '@hostspec/files/output';
import { usageError } from '@hostspec/host-kit';
import type { UsageError } from '@hostspec/spec';
import { nameLimit } from '../archive-name.js';
import { type FormatName, wrongEnding } from '../formats.js';
import { isWorkDirectoryName } from '../work-directory.js';
import type { Target } from './format.js';
import type { PlaceOptions } from './place.js';
import { inTheWay, ownName } from './place.js';

interface TargetPath {
  readonly path: string;
  readonly parent: string;
  readonly name: string;
  /** True if the folder exists and has nothing but leftovers of killed runs. */
  readonly exists: boolean;
}

/** Checks that a file can be made at a path: new, or replacing an archive or, with `force`, any regular file. */
export function checkFile(path: string, { force = false, optionName = ownName }: PlaceOptions): TargetPath {
  const option = optionName('path');
  const target = targetPath(option, path);
  const place = openPlace(option, path, target.parent, target.name);
  try {
    const way = inTheWay(place, target.name, force);
    if (way) {
      const more = way.forcible
        ? `, an archive of hostspec to replace, or any file with ${optionName('force')}`
        : ', or an archive of hostspec to replace';
      throw notAllowed(option, path, `${way.what}; allowed: a new path${more}`);
    }
    return target;
  } finally {
    place.close();
  }
}

/** Checks that a folder can be made at a path: new, or empty and this user's. */
export function checkDirectory(option: string, path: string): TargetPath {
  const target = targetPath(option, path);
  const { parent, name } = target;
  const place = openPlace(option, path, parent, name);
  try {
    const stats = lstatSync(place.at(name), { throwIfNoEntry: false });
    if (!stats) return target;
    if (stats.isSymbolicLink())
      throw notAllowed(option, path, 'is a symbolic link; allowed: a new or an empty directory');
    if (!stats.isDirectory())
      throw notAllowed(option, path, 'is not a directory; allowed: a new or an empty one');
  } finally {
    place.close();
  }
  checkEmpty(option, path, target);
  return { ...target, exists: true };
}

/** Opens a directory for output. @throws UsageError `INVALID_OPTION` if it is not safe or cannot be opened. */
export function openPlace(
  option: string,
  path: string,
  directory: string,
  name: string,
  rules?: PlaceRules,
): OutputPlace {
  try {
    return openOutputPlace(directory, rules);
  } catch (error) {
    if (error instanceof Untrusted) throw unsafePlace(option, path, name, error.message);
    const why = whyNotOpened[String(codeOf(error))] ?? `: ${errorWords(error)}`;
    throw notAllowed(
      option,
      path,
      `cannot be made: ${directory}${why}; allowed: a path in an existing directory`,
    );
  }
}

/** Opens the directory in which the archive of a target is made. @throws as `openPlace`. */
export function openTarget({ option, parent, name, inside = false }: Target): OutputPlace {
  return openPlace(option, parent, parent, name, { alone: inside });
}

const whyNotOpened: Readonly<Record<string, string>> = {
  ENOENT: ' does not exist',
  ENOTDIR: ' is not a directory',
};

function checkEmpty(option: string, path: string, target: TargetPath): void {
  const directory = openPlace(option, path, target.path, target.name, { alone: true });
  try {
    if (!readdirSync(directory.at('.')).every(isWorkDirectoryName))
      throw notAllowed(option, path, 'is not empty; allowed: a new or an empty directory');
  } finally {
    directory.close();
  }
}

function targetPath(option: string, path: string): TargetPath {
  checkPath(option, path);
  const absolute = resolve(path);
  return { path: absolute, parent: dirname(absolute), name: basename(absolute), exists: false };
}

const shownName = 40;

/** Checks that a path can name a new file. @throws UsageError `INVALID_OPTION`. */
export function checkPath(option: string, path: string): void {
  if (path === '' || path.includes('\0'))
    throw notAllowed(option, path, 'is not a path; allowed: a path without NUL');
  const name = basename(path);
  const bytes = Buffer.byteLength(name);
  if (bytes > nameLimit)
    throw notAllowed(
      option,
      path,
      `is too long: the name has ${bytes} bytes; allowed: at most ${nameLimit}`,
      `${name.slice(0, shownName)}…`,
    );
}

/** Checks that the ending of a path is not that of something else than an archive of the format. @throws UsageError `INVALID_OPTION`. */
export function checkEnding(option: string, path: string, format: FormatName): void {
  const wrong = wrongEnding(basename(path), format);
  if (wrong !== undefined) throw notAllowed(option, path, wrong);
}

function notAllowed(option: string, path: string, why: string, shown = path): UsageError {
  return usageError(`${option} ${JSON.stringify(shown)} ${why}`, option, path);
}
