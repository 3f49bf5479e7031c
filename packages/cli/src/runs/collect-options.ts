import { archiveName, formats } from '@hostspec/archive/formats';
import type { CollectOptions } from '@hostspec/engine';
import type { Values } from '../options.js';
import { fleetOptions, forceArchive, hostOptions, limitOptions, logOptions } from '../shared-options.js';

/** Seconds for a run and for a spec, and bytes for a run. */
export const defaults = { run: 15 * 60, spec: 2 * 60, bytes: 250 * 1024 ** 2 };

/** The options of the command. */
export const options = {
  format: {
    kind: 'text',
    group: 'output',
    common: true,
    choices: formats,
    doc: 'Format of the archive (default tar.gz)',
  },
  output: {
    kind: 'text',
    group: 'output',
    common: true,
    short: 'o',
    value: 'PATH',
    doc: `Where to write the archive: a new file or an archive to replace, with an ending of its format (.tar.gz, .tgz, .ndjson) or none; with --hosts, a directory for an archive of each host and hosts.ndjson; for directory, a new or empty directory; for ndjson, also - for standard output. Other users must not be able to change the parent directory (default: ${archiveName('HOST', 'TIME')} in the current directory)`,
  },
  force: forceArchive,
  plan: {
    kind: 'text',
    group: 'what',
    value: 'FILE',
    doc: 'Collect exactly this plan, printed by hostspec plan --json on this host; - reads it from standard input',
  },
  ...fleetOptions,
  resume: {
    kind: 'flag',
    group: 'hosts',
    doc: 'With --hosts: collect only the hosts that have no complete archive in --output yet',
  },
  ...hostOptions,
  target: {
    kind: 'text',
    group: 'hosts',
    value: 'NAME',
    doc: 'What the archive calls its host, and a fleet too (default: what --host or --via says)',
  },
  ...logOptions,
  jobs: {
    kind: 'count',
    group: 'limits',
    value: 'N',
    doc: 'How many commands run at once (default: twice the number of CPUs, at least 2 and at most 8)',
  },
  ...limitOptions,
  polite: {
    kind: 'flag',
    group: 'limits',
    doc: 'Stand back behind everything else on the host: the lowest priority, one command at a time, and a pause of 2 s before each command while the host is under pressure, for at most half of --max-time',
  },
  quiet: { kind: 'flag', group: 'output', common: true, short: 'q', doc: "Print only the archive's path" },
  verbose: {
    kind: 'flag',
    group: 'output',
    short: 'v',
    doc: 'Print a line for each spec as it finishes, on standard error',
  },
  json: {
    kind: 'flag',
    group: 'output',
    doc: 'Print the summary as one JSON object; if there is none, the error with its code',
  },
} as const;

/** The limit for the bytes of a run. Whole logs have none unless it is given. */
export function byteLimit(
  values: Pick<Values<typeof options>, 'max-bytes' | 'full-logs'>,
): Pick<CollectOptions, 'maxBytes'> {
  const { 'max-bytes': maxBytes = values['full-logs'] ? undefined : defaults.bytes } = values;
  // Help loads this, but no other package.
  return maxBytes === undefined ? {} : { maxBytes };
}

/** The time limits of a run, in seconds; one that is missing is none. With `polite`, half of the time is for pauses. */
export function timeLimits({
  'max-time': run = defaults.run,
  'max-spec-time': spec = defaults.spec,
  polite,
}: Pick<Values<typeof options>, 'max-time' | 'max-spec-time' | 'polite'>): Pick<
  CollectOptions,
  'maxTime' | 'maxSpecTime' | 'patience'
> {
  return {
    ...(Number.isFinite(run) ? { maxTime: run } : {}),
    ...(Number.isFinite(spec) ? { maxSpecTime: spec } : {}),
    ...(polite ? { patience: run / 2 } : {}),
  };
}
