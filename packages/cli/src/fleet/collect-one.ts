import { closeSync, createReadStream, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { type ArchivesDirectory, archiveNameOf, archiveSink, sha256Of } from '@hostspec/archive';
import { type FormatName, isFileFormat } from '@hostspec/archive/formats';
import { collectInto } from '@hostspec/engine';
import { openRegular } from '@hostspec/files';
import { defined } from '@hostspec/host-kit';
import type { FleetHost } from '@hostspec/remote/inventory';
import type { OpenedHost } from '../hosts/runner.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import type { Profiled } from '../profiles/with-profiles.js';
import type { options } from '../runs/collect-options.js';
import { byteLimit, timeLimits } from '../runs/collect-options.js';
import { stopWith, untilEnded } from '../runs/end-of-run.js';
import { optionName, settledRun } from '../runs/planning.js';
import { nothingCollected, type Tally, tallyOf } from '../runs/tally.js';
import { watchHost } from '../runs/watched-host.js';
import { version } from '../version.js';
import type { HostState } from './fleet-progress.js';
import type { CollectOne, HostResult } from './run-hosts.js';

// Completing an archive takes a megabyte, and hosts of one kind end together.
const mostCompleting = 8;
/** Seconds after which an archive no longer delays the others. */
const completingSeconds = 30;

/** A host that is open, until `close`. */
interface OpenHost extends Pick<OpenedHost, 'host' | 'elsewhere'> {
  close(): Promise<void>;
}

/** Opens a host of the fleet. */
export type OpenFleetHost = (host: FleetHost, signal: AbortSignal) => Promise<OpenHost>;

type CollectValues = Values<typeof options> & Profiled;

/** Where and how hosts are collected. */
interface Collecting {
  readonly directory: Pick<ArchivesDirectory, 'path' | 'at'>;
  readonly open: OpenFleetHost;
  /** The state of a host that is kept up to date. */
  stateOf(name: string): HostState;
}

/**
 * Prepares what all hosts share, such as the catalog, and returns the function that makes the one that collects a host into a directory.
 *
 * @throws UsageError for what can be known without a host.
 */
export async function prepareCollecting(
  values: CollectValues,
  io: Io,
): Promise<(collecting: Collecting) => CollectOne> {
  const { format = 'tar.gz', force = false } = values;
  const { maxTime: _, ...times } = timeLimits(values);
  const { catalog, planFor, logs, policy } = await settledRun(undefined, values, io);
  const completing = inTurns(mostCompleting, completingSeconds);

  return ({ directory, open, stateOf }) =>
    async (entry, signal) => {
      const state = stateOf(entry.name);
      const opened = await untilEnded(open(entry, signal), signal, ({ close }) => close());
      try {
        const { host, longest } = watchHost(opened.host);
        const { denied, redaction } = await untilEnded(policy.on({ ...opened, host }), signal);
        stopWith(host, signal);
        state.longest = (milliseconds) => longest(milliseconds).map(redaction?.text ?? String);
        const name = freeName(directory, archiveNameOf(entry.name, format), format);
        const sink = archiveSink(format, {
          path: join(directory.path, name),
          force,
          optionName: () => '--output',
        });
        const plan = await planFor(host, denied);
        const { outcomes, total } = tallyOf(plan);
        const { report } = await collectInto(plan, {
          catalog,
          host,
          optionName,
          ...logs,
          sink: { ...sink, finish: (report) => completing(() => sink.finish(report)) },
          signal,
          tool: `hostspec ${version}`,
          target: entry.name,
          ...defined({ denials: denied?.denials }),
          redaction: redaction ?? 'none',
          ...byteLimit(values),
          ...times,
          onOutcome(outcome) {
            outcomes.add(outcome);
            state.specs = { done: outcomes.specs, total };
          },
        });
        const { counts, items, bytes } = outcomes;
        const sha256 = await digestOf(directory, isFileFormat(format) ? name : `${name}/manifest.json`);
        return { ...outcomeOf(report, outcomes), archive: name, sha256, counts, items, bytes };
      } finally {
        await opened.close();
      }
    };
}

/** A directory is never replaced: an archive of another run stays, and the new one takes a name beside it. */
function freeName(directory: Pick<ArchivesDirectory, 'at'>, name: string, format: FormatName): string {
  const isFree = (each: string): boolean => !lstatSync(directory.at(each), { throwIfNoEntry: false });
  if (isFileFormat(format) || isFree(name)) return name;
  for (let number = 2; ; number++) if (isFree(`${name}~${number}`)) return `${name}~${number}`;
}

function outcomeOf(
  { interrupted, failure }: Awaited<ReturnType<typeof collectInto>>['report'],
  tally: Tally,
): Pick<HostResult, 'outcome' | 'reason' | 'code'> {
  const reason = failure?.message ?? interrupted;
  const { code } = failure ?? {};
  if (tally.items === 0)
    return defined({ outcome: 'failed', reason: reason ?? nothingCollected(tally), code });
  return reason === undefined ? { outcome: 'collected' } : defined({ outcome: 'incomplete', reason, code });
}

async function digestOf(directory: Pick<ArchivesDirectory, 'at'>, name: string): Promise<string> {
  const file = openRegular(directory.at(name), 'no link');
  if (!file) throw Object.assign(new Error(`${name} was replaced by something else`), { code: 'SINK' });
  try {
    return await sha256Of(createReadStream('', { fd: file.fd, autoClose: false }));
  } finally {
    closeSync(file.fd);
  }
}

/**
 * Returns a function that runs works in order, at most `most` at a time. A work that takes more than `seconds` no longer counts, so that one
 * that hangs does not delay the others.
 */
export function inTurns(most: number, seconds: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = most;
  const give = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
  const take = async (): Promise<() => void> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    let isGiven = false;
    const end = (): void => {
      clearTimeout(timer);
      if (!isGiven) give();
      isGiven = true;
    };
    const timer = setTimeout(end, seconds * 1000);
    timer.unref();
    return end;
  };
  return async (work) => {
    const end = await take();
    try {
      return await work();
    } finally {
      end();
    }
  };
}
