import { tmpdir } from 'node:os';
import type { Sink } from '@hostspec/spec';
import { HostspecError, UsageError } from '@hostspec/spec';
import { treeStore } from './content-store.js';
import { fileTarget } from './file-target.js';
import type { Target } from './format.js';
import { ndjsonTo } from './ndjson-format.js';
import { isUsablePlace } from './output-place.js';
import type { PlaceOptions } from './place.js';
import { runSink } from './run-sink.js';

/** Options of a sink that writes NDJSON to a file. */
export interface NdjsonFileOptions extends PlaceOptions {
  /** The file: new, or an archive of hostspec, which is replaced when the new one is complete. */
  readonly path: string;
}

/** Options of a sink that writes NDJSON to an open file, pipe or terminal. */
export interface NdjsonStreamOptions {
  /** The file descriptor; 1 is standard output. It is not closed. */
  readonly fd: number;
  /** The directory for content until the run has ended. Default: the current directory if that is safe, else the directory for temporary files. */
  readonly workDirectory?: string;
}

/**
 * A sink that writes one JSON object a line: the run, each outcome with its content as it comes, a summary.
 *
 * @throws UsageError `INVALID_OPTION` if no file can be made at the path, or if others could redirect it.
 */
export function ndjsonSink(options: NdjsonFileOptions | NdjsonStreamOptions): Sink {
  return runSink('fd' in options ? streamTarget(options) : fileTarget('ndjson', options));
}

/** Where and how NDJSON is written to a stream. */
export function streamTarget({ fd, workDirectory }: NdjsonStreamOptions): Target {
  if (!Number.isInteger(fd) || fd < 0)
    throw new UsageError('INVALID_OPTION', `fd ${fd} is not allowed; allowed: the number of an open file`, {
      subject: 'fd',
      value: fd,
    });
  const name = fd === 1 ? 'standard output' : `file descriptor ${fd}`;
  return {
    format: 'ndjson',
    option: 'workDirectory',
    parent: firstUsable(workDirectory === undefined ? [process.cwd(), tmpdir()] : [workDirectory]),
    name: 'hostspec.ndjson',
    transient: true,
    store: treeStore,
    open: (workshop) => ndjsonTo(workshop, { fd, name }),
  };
}

function firstUsable(directories: readonly string[]): string {
  const usable = directories.find(isUsablePlace);
  if (usable !== undefined) return usable;
  const names = directories.join(' or ');
  throw new HostspecError('SINK', `no directory is available to work in: cannot write to ${names} safely`, {
    subject: 'workDirectory',
    value: directories,
  });
}
