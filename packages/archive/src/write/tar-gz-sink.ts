import type { Sink } from '@hostspec/spec';
import { splitEnding, UsageError } from '@hostspec/spec';
import { encodeName, fitName } from '../archive-name.js';
import { ownName } from '../option-name.js';
import type { Target } from './format.js';
import { packedStore } from './packed-store.js';
import { type PlaceOptions, placeFile } from './place.js';
import { runSink } from './run-sink.js';
import { tarGzFormat } from './tar-gz-format.js';
import { checkFile } from './target-path.js';

/** Options of a sink that makes a tar.gz file. */
export interface TarGzSinkOptions extends PlaceOptions {
  /** The archive's file: new, or one of hostspec, which is replaced when the new one is complete. */
  readonly path: string;
  /** The folder at the top of the archive. Default: the file's name without `.tar.gz` or `.tgz`. */
  readonly top?: string;
  /** Compression level of zlib, 0 to 9. Default 6. */
  readonly level?: number;
}

/**
 * A sink that makes a tar.gz file: mode 0600, in its place only when complete.
 *
 * @throws UsageError `INVALID_OPTION` if no archive can be made at the path, if others could
 * redirect it, or if the level is out of range.
 */
export function tarGzSink(options: TarGzSinkOptions): Sink {
  return runSink(tarGzTarget(options));
}

/** Where and how a tar.gz is made. */
export function tarGzTarget(options: TarGzSinkOptions): Target {
  const level = options.level ?? 6;
  if (!Number.isInteger(level) || level < 0 || level > 9)
    throw new UsageError('INVALID_OPTION', `level ${level} is not allowed; allowed: an integer from 0 to 9`, {
      subject: 'level',
      value: level,
    });
  const { parent, name } = checkFile(options.path, options);
  const top = topName(options.top ?? splitEnding(name, ['tar.gz']).stem) || 'hostspec';
  return {
    format: 'tar.gz',
    option: (options.optionName ?? ownName)('path'),
    parent,
    name,
    top,
    store: packedStore,
    open: (workshop) =>
      tarGzFormat(workshop, {
        top,
        level,
        move: (file) => placeFile(file, workshop.place, name, options),
        salvaged: top,
      }),
  };
}

function topName(name: string): string {
  return fitName(encodeName(name));
}
