import type { FormatName, Sink } from '@hostspec/spec';
import { directoryTarget } from './directory-sink.js';
import type { Target } from './format.js';
import { ndjsonTarget } from './ndjson-sink.js';
import type { PlaceOptions } from './place.js';
import { runSink } from './run-sink.js';
import { tarGzTarget } from './tar-gz-sink.js';

/** Options of a sink that makes an archive of any format. */
export interface ArchiveSinkOptions extends PlaceOptions {
  /** The archive's file or directory, as for the sink of the format. */
  readonly path: string;
  /** The folder at the top of a tar. Default: the file's name without its ending. */
  readonly top?: string;
}

/** How each format is made. */
const targets: { readonly [F in FormatName]: (options: ArchiveSinkOptions) => Target } = {
  'tar.gz': tarGzTarget,
  directory: directoryTarget,
  ndjson: ndjsonTarget,
};

/** Where and how an archive of a format is made. */
export function targetFor(format: FormatName, options: ArchiveSinkOptions): Target {
  return targets[format](options);
}

/**
 * A sink that makes an archive of a format.
 *
 * @throws UsageError `INVALID_OPTION` if no archive can be made at the path, or if others could redirect it.
 */
export function archiveSink(format: FormatName, options: ArchiveSinkOptions): Sink {
  return runSink(targetFor(format, options));
}
