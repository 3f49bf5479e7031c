import { accessSync, constants, lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { archiveSink, encodeName, ndjsonSink } from '@hostspec/archive';
import { archiveName, endingOf, type FormatName, isFileFormat } from '@hostspec/archive/formats';
import type { CollectOptions, Plan, PlanContext } from '@hostspec/engine';
import type { Sink } from '@hostspec/spec';
import { openHost } from '../hosts/host.js';
import { checkRemote } from '../hosts/remote-options.js';
import type { OpenedHost } from '../hosts/runner.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import type { Profiled } from '../profiles/with-profiles.js';
import type { options } from '../runs/collect-options.js';
import { timeLimits } from '../runs/collect-options.js';
import { stopWith, untilEnded } from '../runs/end-of-run.js';
import { optionName, type SettledRun, settledRun } from '../runs/planning.js';
import { keepYoungSmall } from '../runs/small-heap.js';
import { type WatchedHost, watchHost } from '../runs/watched-host.js';
import { usageError } from '../usage-error.js';
import type { Summary } from './summary.js';

const longestHostname = 64;

type CollectValues = Values<typeof options> & Profiled;

/** A host that is ready to be collected. */
export interface Prepared extends Pick<WatchedHost, 'longest'>, Pick<Summary, 'mapped' | 'identity'> {
  readonly context: PlanContext & Pick<CollectOptions, 'redaction'>;
  readonly sink: Sink;
  plan(): Promise<Plan>;
}

/** Checks the options, loads the catalog and opens the host, as far as possible at the same time. */
export async function prepare(
  given: Plan | undefined,
  values: CollectValues,
  signal: AbortSignal,
  io: Io,
): Promise<Prepared> {
  const isRemote = checkRemote(values);
  const settling = settle(given, values, io);
  const engine = import('@hostspec/engine').finally(keepYoungSmall);
  // A mistake must not cost a login.
  if (isRemote) await settling;
  const { jobs, polite, 'max-item-bytes': maxItemBytes } = values;
  // Output needs room beside the archive anyway, and other directories may be small or in memory.
  const scratch = outputDirectory(values, io);
  const { maxTime = Number.POSITIVE_INFINITY } = timeLimits(values);
  const limits = { jobs, polite, maxItemBytes, maxTime, scratch };
  const opening = untilEnded(openHost(values, limits, io), signal, ({ close }) => close?.());
  const { settled, ...opened } = await openBeside(opening, settling);
  const { catalog, planFor, logs, policy, sinkFor } = settled;
  const { host, longest } = watchHost(opened.host);
  const { denied, redaction } = await untilEnded(policy.on({ ...opened, host }), signal);
  const hostname = await untilEnded(host.hostname(), signal);
  const sink = sinkFor(redaction?.text(hostname) ?? hostname);
  stopWith(host, signal);
  await engine;
  // The marks of an archive that was mapped before are not of this run.
  const mapped = policy.options.map ? redaction?.mapped?.kinds : undefined;
  return {
    context: {
      catalog,
      host,
      optionName,
      ...logs,
      ...(denied && { denials: denied.denials }),
      redaction: redaction ?? 'none',
    },
    sink,
    plan: () => planFor(host, denied),
    longest: (milliseconds) => longest(milliseconds).map(redaction?.text ?? String),
    ...(mapped && { mapped }),
    identity: redaction?.mapped,
  };
}

interface Settled extends SettledRun {
  readonly sinkFor: SinkMaker;
}

async function settle(given: Plan | undefined, values: CollectValues, io: Io): Promise<Settled> {
  const { format = 'tar.gz', output, force } = values;
  const sinkFor = openTarget({ format, output, force, cwd: io.cwd });
  return { ...(await settledRun(given, values, io)), sinkFor };
}

/** Opens a host while the options are settled, because a connection mostly waits. If that fails, closes the host again. */
async function openBeside(
  opening: Promise<OpenedHost>,
  settling: Promise<Settled>,
): Promise<OpenedHost & { readonly settled: Settled }> {
  opening.catch(() => undefined);
  try {
    const settled = await settling;
    return { ...(await opening), settled };
  } catch (error) {
    opening.then(({ close }) => close?.()).catch(() => undefined);
    throw error;
  }
}

function outputDirectory({ output }: CollectValues, { cwd }: Io): string {
  return output === undefined || output === '-' ? cwd : dirname(resolve(cwd, output));
}

/** Where to write an archive, as given on the command line. */
interface TargetOptions {
  readonly format: FormatName;
  readonly output: string | undefined;
  /** Whether any file at `output` is replaced, not only an archive of hostspec. */
  readonly force?: boolean | undefined;
  readonly cwd: string;
}

/** Makes the sink for an archive of a host with this name. @throws UsageError if none can be made there. */
type SinkMaker = (hostname: string) => Sink;

/** Checks where an archive is to be written, and returns what makes its sink. @throws UsageError if none can be made there. */
function openTarget({ format, output, force = false, cwd }: TargetOptions): SinkMaker {
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
