import { type Sink, UsageError } from '@hostspec/spec';
import { fileTarget } from './file-target.js';
import type { PlaceOptions } from './place.js';
import { runSink } from './run-sink.js';
import { tarGz } from './tar-gz-format.js';

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
export function tarGzSink({ level, ...options }: TarGzSinkOptions): Sink {
  if (level !== undefined && (!Number.isInteger(level) || level < 0 || level > 9))
    throw new UsageError('INVALID_OPTION', `level ${level} is not allowed; allowed: an integer from 0 to 9`, {
      subject: 'level',
      value: level,
    });
  return runSink(fileTarget('tar.gz', options, tarGz(level)));
}
