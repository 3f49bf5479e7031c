import { accessSync, constants, lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { archiveSink, encodeName, ndjsonSink } from '@hostspec/archive';
import { endingOf, type FormatName, isFileFormat } from '@hostspec/archive/formats';
import type { Sink } from '@hostspec/spec';
import { usageError } from '../usage-error.js';

/** Where to write an archive, as given on the command line. */
export interface TargetOptions {
  readonly format: FormatName;
  readonly output: string | undefined;
  /** Whether any file at `output` is replaced, not only an archive of hostspec. */
  readonly force?: boolean | undefined;
  readonly hostname: string;
  readonly cwd: string;
}

/** Makes the sink for an archive. @throws UsageError if none can be made there. */
export function makeSink({ format, output, force = false, hostname, cwd }: TargetOptions): Sink {
  if (output === '-') {
    if (format === 'ndjson') return ndjsonSink({ fd: 1 });
    throw usageError(
      `--output - is not allowed with --format ${format}; allowed: a path, or --format ndjson`,
      '--output',
      output,
    );
  }
  if (output === undefined) checkWritable(cwd);
  // Runs that begin in the same second must not overwrite each other's archive.
  const options =
    output === undefined
      ? { path: freePath(cwd, archiveName(hostname, new Date()), endingOf(format)), replace: false }
      : { path: resolve(cwd, output), force };
  if (output?.endsWith('/') && isFileFormat(format))
    throw usageError(
      `--output ${JSON.stringify(output)} names a directory; allowed with --format ${format}: the path of a file`,
      '--output',
      output,
    );
  const path = output === undefined ? '--output is needed: the default' : '--output';
  return archiveSink(format, { ...options, optionName: (option) => (option === 'path' ? path : '--force') });
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

/** The name that existing readers expect: `insights-HOST-TIME`, in UTC. */
function archiveName(hostname: string, time: Date): string {
  const stamp = time
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace(/\D/g, '');
  return `insights-${encodeName(hostname).slice(0, longestHostname)}-${stamp}`;
}

function freePath(directory: string, name: string, suffix: string): string {
  for (let number = 1; ; number++) {
    const path = join(directory, `${name}${number === 1 ? '' : `~${number}`}${suffix}`);
    if (!lstatSync(path, { throwIfNoEntry: false })) return path;
  }
}
