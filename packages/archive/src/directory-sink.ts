import { chmodSync, readdirSync, renameSync } from 'node:fs';
import type { Sink } from '@hostspec/spec';
import { HostspecError } from '@hostspec/spec';
import { directoryFormat, moveChildren } from './directory-format.js';
import { runSink } from './run-sink.js';
import { directoryTarget } from './target-path.js';
import { isWorkDirectoryName } from './work-directory.js';

/** Options of a sink that makes a directory. */
export interface DirectorySinkOptions {
  /** The archive's folder: new, or empty. */
  readonly path: string;
}

/** A sink that makes a directory: 0700, its files 0600, at its place only when complete. @throws UsageError `INVALID_OPTION`. */
export function directorySink(options: DirectorySinkOptions): Sink {
  const { path, parent, name, exists } = directoryTarget('path', options.path);
  return runSink({
    format: 'directory',
    // A folder that is there may be a mount or someone's working directory: it is filled, not replaced.
    parent: exists ? path : parent,
    name,
    open: (work) =>
      directoryFormat(work, () => {
        if (!exists) renameSync(work.path, path);
        else fill(work.path, path);
        return path;
      }),
  });
}

function fill(from: string, to: string): void {
  if (!readdirSync(to).every(isWorkDirectoryName))
    throw new HostspecError('SINK', `${to} is no longer empty`, { subject: to });
  chmodSync(to, 0o700);
  moveChildren(from, to);
}
