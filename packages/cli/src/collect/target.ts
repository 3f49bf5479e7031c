import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { directorySink, encodeName, ndjsonSink, tarGzSink } from '@hostspec/archive';
import type { Sink } from '@hostspec/spec';
import { usageError } from '../usage-error.js';

/** Where an archive is to be, as the command line says. */
export interface TargetOptions {
  readonly format: 'tar.gz' | 'directory' | 'ndjson';
  readonly output: string | undefined;
  readonly hostname: string;
  readonly cwd: string;
}

/** Makes the sink for an archive. @throws UsageError where none can be made there. */
export function makeSink({ format, output, hostname, cwd }: TargetOptions): Sink {
  if (output === '-') {
    if (format === 'ndjson') return ndjsonSink({ fd: 1 });
    throw usageError(
      `--output - is not allowed with --format ${format}; allowed: a path, or --format ndjson`,
      '--output',
      output,
    );
  }
  const path =
    output === undefined
      ? freePath(cwd, archiveName(hostname, new Date()), suffixes[format])
      : resolve(cwd, output);
  switch (format) {
    case 'tar.gz':
      return tarGzSink({ path });
    case 'directory':
      return directorySink({ path });
    case 'ndjson':
      return ndjsonSink({ path });
  }
}

const suffixes = { 'tar.gz': '.tar.gz', directory: '', ndjson: '.ndjson' } as const;
const longestHostname = 64;

/** The name that existing readers expect: `insights-HOST-TIME`, in UTC. */
export function archiveName(hostname: string, time: Date): string {
  const stamp = time
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace(/\D/g, '');
  return `insights-${encodeName(hostname).slice(0, longestHostname)}-${stamp}`;
}

/** A path that neither an archive has nor one that another run is making in the same second. */
function freePath(directory: string, name: string, suffix: string): string {
  for (let number = 1; ; number++) {
    const path = join(directory, `${name}${number === 1 ? '' : `~${number}`}${suffix}`);
    if (!existsSync(path) && !isBeingMade(path)) return path;
  }
}

function isBeingMade(path: string): boolean {
  const start = `.${path.slice(dirname(path).length + 1)}.`;
  try {
    return readdirSync(dirname(path)).some((name) => name.startsWith(start));
  } catch {
    return false;
  }
}
