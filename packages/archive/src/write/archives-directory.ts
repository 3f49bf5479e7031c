import { lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { codeOf, errorWords } from '@hostspec/files';
import type { HeldDirectory } from '@hostspec/files/output';
import { usageError } from '@hostspec/host-kit';
import type { UsageError } from '@hostspec/spec';
import { splitEnding } from '../formats.js';
import { isWorkDirectoryName } from '../work-directory.js';
import { openPlace } from './target-path.js';

/** A directory for the archives of several hosts, held open: only this user can make names in it. */
export interface ArchivesDirectory extends HeldDirectory {
  /** The names in it, without the work directories of runs. */
  names(): string[];
}

/**
 * Opens a directory for several archives; makes one with mode 0700 if the path is free. `option` is the name of the path
 * in errors.
 *
 * @throws UsageError `INVALID_OPTION` if it is not a directory, belongs to another user, or if others could write to it or
 * redirect it.
 */
export function openArchivesDirectory(option: string, path: string): ArchivesDirectory {
  const absolute = resolve(path);
  const name = basename(absolute);
  const refuse = (why: string): UsageError =>
    usageError(`${option} ${JSON.stringify(path)} ${why}; allowed: a directory`, option, path);
  if (path === '' || path.includes('\0') || name === '') throw refuse('cannot be used');
  const parent = openPlace(option, path, dirname(absolute), name);
  try {
    const stats = lstatSync(parent.at(name), { throwIfNoEntry: false });
    if (stats?.isSymbolicLink()) throw refuse('is a symbolic link');
    if (stats && !stats.isDirectory()) throw refuse('is not a directory');
    const { ending } = splitEnding(name);
    if (!stats && ending !== '') throw refuse(`ends in ${ending}, which is for one archive`);
    if (!stats) makeDirectory(parent.at(name), refuse);
  } finally {
    parent.close();
  }
  const place = openPlace(option, path, absolute, name, { alone: true });
  return {
    ...place,
    names: () => readdirSync(place.at('.')).filter((each) => !isWorkDirectoryName(each)),
  };
}

function makeDirectory(path: string, refuse: (why: string) => UsageError): void {
  try {
    mkdirSync(path, 0o700);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw refuse(`cannot be made: ${errorWords(error)}`);
  }
}
