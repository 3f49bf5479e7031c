import { accessSync, constants, lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { archiveSink, encodeName, ndjsonSink } from '@hostspec/archive';
import { archiveName, endingOf, type FormatName, isFileFormat } from '@hostspec/archive/formats';
import type { Sink } from '@hostspec/spec';
import { usageError } from '../usage-error.js';

/** Where to write an archive, as given on the command line. */
export interface TargetOptions {
  readonly format: FormatName;
  readonly output: string | undefined;
  /** Whether any file at `output` is replaced, not only an archive of hostspec. */
  readonly force?: boolean | undefined;
  readonly cwd: string;
}

/** Makes the sink for an archive of a host with this name. @throws UsageError if none can be made there. */
export type SinkMaker = (hostname: string) => Sink;

/** Checks where an archive is to be written, and returns what makes its sink. @throws UsageError if none can be made there. */
export function openTarget({ format, output, force = false, cwd }: TargetOptions): SinkMaker {
  if (output === '-') {
    if (format === 'ndjson') return () => ndjsonSink({ fd: 1 });
    throw usageError(
      `--output - is not allowed with --format ${format}; allowed: a path, or --format ndjson`,
      '--output',
      output,
    );
  }
  const sinkAt = (options: { readonly path: string; readonly replace?: false }, name: string): Sink =>
    archiveSink(format, {
      ...options,
      force,
      optionName: (option) => (option === 'path' ? name : '--force'),
    });
  if (output === undefined) {
    checkWritable(cwd);
    // Runs that begin in the same second must not overwrite each other's archive.
    return (hostname) => {
      const name = archiveName(encodeName(hostname).slice(0, longestHostname), stamp(new Date()));
      const path = freePath(cwd, name, endingOf(format));
      return sinkAt({ path, replace: false }, '--output is needed: the default');
    };
  }
  if (output.endsWith('/') && isFileFormat(format))
    throw usageError(
      `--output ${JSON.stringify(output)} names a directory; allowed with --format ${format}: the path of a file`,
      '--output',
      output,
    );
  const sink = sinkAt({ path: resolve(cwd, output) }, '--output');
  return () => sink;
}

const longestHostname = 64;

function checkWritable(cwd: string): void {
  try {
    accessSync(cwd, constants.W_OK);
  } catch {
    throw usageError(
      `cannot write the archive to the current directory, ${cwd}; name another place with --output`,
      '--output',
    );
  }
}

/** The digits of a time in UTC, to the second. */
function stamp(time: Date): string {
  return time
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace(/\D/g, '');
}

function freePath(directory: string, name: string, suffix: string): string {
  for (let number = 1; ; number++) {
    const path = join(directory, `${name}${number === 1 ? '' : `~${number}`}${suffix}`);
    if (!lstatSync(path, { throwIfNoEntry: false })) return path;
  }
}
