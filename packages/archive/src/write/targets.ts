import type { Sink } from '@hostspec/spec';
import { type FormatName, isFileFormat } from '../formats.js';
import { directoryTarget } from './directory-sink.js';
import { type ArchiveSinkOptions, fileTarget } from './file-target.js';
import type { Target } from './format.js';
import { runSink } from './run-sink.js';

/** Where and how an archive of a format is made. */
export function targetFor(format: FormatName, options: ArchiveSinkOptions): Target {
  return isFileFormat(format) ? fileTarget(format, options) : directoryTarget(options);
}

/**
 * A sink that makes an archive of a format.
 *
 * @throws UsageError `INVALID_OPTION` if no archive can be made at the path, or if others could redirect it.
 */
export function archiveSink(format: FormatName, options: ArchiveSinkOptions): Sink {
  return runSink(targetFor(format, options));
}
