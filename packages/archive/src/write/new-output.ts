import { lstatSync, realpathSync, statSync } from 'node:fs';
import { sep } from 'node:path';
import { usageError } from '@hostspec/host-kit';
import { createWorkDirectory, type WorkDirectory } from '../work-directory.js';
import { tidied } from './complete-run.js';
import { ownName, type PlaceOptions, placeDirectory, placeFile } from './place.js';
import { checkDirectory, checkFile, checkPath, openPlace } from './target-path.js';

/** Where a copy goes. */
export interface CopyOptions extends PlaceOptions {
  readonly path: string;
}

/** A new file or directory, put into place only when complete. */
export interface NewOutput {
  readonly work: WorkDirectory;
  /** The file in the work directory that becomes the result. */
  readonly file: string;
  /** Puts the result into place. Returns its path. */
  complete(): string;
  discard(): void;
}

/**
 * Begins a new file or directory. The signal removes it at once.
 *
 * @throws UsageError `INVALID_OPTION` if none can be made at the path, or if others could redirect it.
 */
export function newOutput(kind: 'file' | 'directory', options: CopyOptions, signal?: AbortSignal): NewOutput {
  const option = (options.optionName ?? ownName)('path');
  const { path, parent, name, exists } =
    kind === 'file' ? checkFile(options.path, options) : checkDirectory(option, options.path);
  if (exists)
    throw usageError(`${option} ${path} exists; allowed: the path of a new directory`, option, path);
  const place = openPlace(option, parent, parent, name);
  const work = createWorkDirectory(place, name);
  const discard = (): void => {
    work.destroy();
    place.close();
  };
  onAbort(signal, work.destroy);
  const file = 'content';
  return {
    work,
    file,
    complete() {
      try {
        if (kind === 'directory') return placeDirectory(work, place, name, options);
        return tidied(placeFile(work.file(file), place, name, options), work);
      } finally {
        place.close();
      }
    },
    discard,
  };
}

/** Calls `abort` when the signal comes. */
export function onAbort(signal: AbortSignal | undefined, abort: () => void): void {
  signal?.addEventListener('abort', abort, { once: true });
}

/** Checks that an output is not an input or inside one. @throws UsageError `INVALID_OPTION`. */
export function checkApart(input: string, { path, optionName = ownName }: CopyOptions): void {
  const option = optionName('path');
  const refuse = (why: string): never => {
    throw usageError(`${option} ${path} ${why}; allowed: another path`, option, path);
  };
  checkPath(option, path);
  const there = lstatSync(path, { throwIfNoEntry: false });
  const stats = statSync(input, { throwIfNoEntry: false });
  if (there && stats && there.dev === stats.dev && there.ino === stats.ino) refuse('is the input');
  if (!stats?.isDirectory()) return;
  const parent = path.slice(0, path.lastIndexOf(sep)) || sep;
  const real = statSync(parent, { throwIfNoEntry: false }) && realpathSync(parent);
  if (real && `${real}${sep}`.startsWith(`${realpathSync(input)}${sep}`)) refuse(`is in the input ${input}`);
}
