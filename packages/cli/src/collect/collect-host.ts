import { dirname, resolve } from 'node:path';
import type { CollectOptions, Plan, PlanContext } from '@hostspec/engine';
import { isHostspecError, type Sink } from '@hostspec/spec';
import { errorText } from '../error-text.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import { openHost } from '../load/host.js';
import { optionName } from '../load/option-name.js';
import { openProtection, type Protection } from '../load/protection.js';
import { checkRemote } from '../load/remote-options.js';
import type { OpenedHost } from '../load/runner.js';
import { warnOfUnknownDenials } from '../load/unknown-denials.js';
import type { Values } from '../options.js';
import { styleOf } from '../style.js';
import { usageError } from '../usage-error.js';
import { version } from '../version.js';
import type { options } from './options.js';
import { givenPlan, type Planning, planningOf } from './planning.js';
import { showProgress } from './progress.js';
import { type Interrupts, listenForSignals } from './signals.js';
import { keepYoungSmall } from './small-heap.js';
import { type Summary, summaryData, summaryText } from './summary.js';
import { nothingCollected, tallyOf } from './tally.js';
import { openTarget, type SinkMaker } from './target.js';
import { timeLimits } from './time-limits.js';
import { stopWith, untilEnded } from './until-ended.js';
import { type WatchedHost, watchHost } from './watched-host.js';

type CollectValues = Values<typeof options>;

/** Collects a host into an archive and prints the summary; returns the exit status. */
export async function collectHost(values: CollectValues, io: Io): Promise<number> {
  for (const name of ['limit', 'parallel', 'resume'] as const)
    if (values[name] !== undefined)
      throw usageError(`--${name} is not allowed without --hosts`, `--${name}`, values[name]);
  const given = await givenPlan(values, io);
  const { maxTime } = timeLimits(values);
  const interrupts = listenForSignals(io);
  const end = endOfRun(interrupts.signal, maxTime);
  try {
    const { jobs, 'max-item-bytes': maxItemBytes } = values;
    // Output needs room beside the archive anyway, and other directories may be small or in memory.
    const limits = { jobs, maxItemBytes, scratch: outputDirectory(values, io) };
    const isRemote = checkRemote(values);
    const preparing = prepare(given, values, io);
    const engine = import('@hostspec/engine').finally(keepYoungSmall);
    // A mistake must not cost a login.
    if (isRemote) await preparing;
    const opening = untilEnded(openHost(values, limits, io), end.signal, ({ close }) => close?.());
    const opened = await openBeside(opening, preparing);
    const { catalog, planFor, protection, sinkFor } = opened.prepared;
    const { host, longest } = watchHost(opened.host);
    const { denied, redaction } = await untilEnded(protection.on({ ...opened, host }), end.signal);
    const hostname = await untilEnded(host.hostname(), end.signal);
    const sink = sinkFor(redaction?.text(hostname) ?? hostname);
    stopWith(host, end.signal);
    await engine;
    const context = {
      catalog,
      host,
      optionName,
      ...(denied === undefined ? {} : { denials: denied.denials }),
      redaction: redaction ?? ('none' as const),
    };
    const named = (milliseconds: number) => longest(milliseconds).map(redaction?.text ?? String);
    const watch = { signal: end.signal, longest: named };
    // The marks of an archive that was mapped before are not of this run.
    const mapped = protection.chosen.map && redaction?.mapped?.kinds;
    const collected = await collectPlan(sink, await planFor(host, denied), context, values, watch, io);
    const summary = { ...collected, ...(mapped && { mapped }) };
    const status = statusOf(summary, interrupts);
    printSummary(summary, status, values, io);
    return status;
  } catch (error) {
    const status = interrupts.status();
    if (status === undefined || !isHostspecError(error) || error.code !== 'HOST_LOST') throw error;
    io.err.write(`hostspec: ${errorText(error)}\n`);
    return status;
  } finally {
    end.clear();
    interrupts.end();
  }
}

/** What a run needs beside its host. */
interface Prepared extends Planning {
  readonly protection: Protection;
  readonly sinkFor: SinkMaker;
}

async function prepare(given: Plan | undefined, values: CollectValues, io: Io): Promise<Prepared> {
  const { format = 'tar.gz', output, force } = values;
  const sinkFor = openTarget({ format, output, force, cwd: io.cwd });
  const protection = await openProtection(values, io);
  const planning = await planningOf(given, values, io);
  await warnOfUnknownDenials(protection.denied, planning.catalog, planning.selection, io);
  return { ...planning, protection, sinkFor };
}

/** A host that opens while the rest is prepared: a connection takes time without work here. If that fails, the host is closed again. */
async function openBeside(
  opening: Promise<OpenedHost>,
  preparing: Promise<Prepared>,
): Promise<OpenedHost & { readonly prepared: Prepared }> {
  opening.catch(() => undefined);
  try {
    const prepared = await preparing;
    return { ...(await opening), prepared };
  } catch (error) {
    opening.then(({ close }) => close?.()).catch(() => undefined);
    throw error;
  }
}

/** A signal that aborts at the first interrupt, or when the time limit of the whole run, counted from now, is reached. */
function endOfRun(
  interrupt: AbortSignal,
  maxTime: number | undefined,
): { readonly signal: AbortSignal; clear(): void } {
  const controller = new AbortController();
  interrupt.addEventListener('abort', () => controller.abort(interrupt.reason), { once: true });
  const over = (): void => controller.abort(`the run reached its time limit of ${maxTime} s`);
  const timer = maxTime === undefined ? undefined : setTimeout(over, maxTime * 1000);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}

function outputDirectory({ output }: CollectValues, { cwd }: Io): string {
  return output === undefined || output === '-' ? cwd : dirname(resolve(cwd, output));
}

async function collectPlan(
  sink: Sink,
  plan: Plan,
  context: PlanContext & Pick<CollectOptions, 'redaction'>,
  values: CollectValues,
  { signal, longest }: { readonly signal: AbortSignal } & Pick<WatchedHost, 'longest'>,
  io: Io,
): Promise<Summary> {
  const { collectInto } = await import('@hostspec/engine');
  const { 'max-bytes': maxBytes, host: target = values.via } = values;
  const { maxSpecTime } = timeLimits(values);
  const { outcomes, total } = tallyOf(plan);
  const begun = performance.now();
  const progress = values.quiet ? undefined : showProgress(outcomes, total, io, longest);
  try {
    const { path, report } = await collectInto(plan, {
      ...context,
      sink,
      tool: `hostspec ${version}`,
      ...(target === undefined ? {} : { target }),
      signal,
      ...(maxBytes === undefined ? {} : { maxBytes }),
      ...(maxSpecTime === undefined ? {} : { maxSpecTime }),
      onOutcome(outcome) {
        outcomes.add(outcome);
        progress?.update();
      },
    });
    const { unfinishedRuns } = await import('@hostspec/archive');
    return {
      report,
      tally: outcomes,
      archive: path,
      seconds: (performance.now() - begun) / 1000,
      isUser: plan.executes && context.host.user?.()?.uid !== 0,
      unfinished: values.output === '-' ? [] : unfinishedRuns(dirname(path)),
    };
  } finally {
    progress?.end();
  }
}

/** Prints the archive's path as the last line of standard output, unless NDJSON goes there. */
function printSummary(
  summary: Summary,
  status: number,
  { json, quiet, output }: CollectValues,
  io: Io,
): void {
  const out = output === '-' ? io.err : io.out;
  const { failure } = summary.report;
  if (json) out.write(`${JSON.stringify(summaryData(summary))}\n`);
  else {
    if (!quiet) out.write(summaryText(summary, styleOf(out, io), out.columns ?? 160));
    if (output !== '-') out.write(`${summary.archive}\n`);
  }
  if (failure) io.err.write(`hostspec: ${failure.message}\n`);
  else if (status === exitStatus.failure) io.err.write(`hostspec: ${nothingCollected(summary.tally)}\n`);
}

function statusOf({ report, tally }: Summary, interrupts: Interrupts): number {
  const signalled = interrupts.status();
  // A signal that arrives after everything is collected changes nothing.
  if (signalled !== undefined && report.interrupted !== undefined) return signalled;
  if (report.failure) return report.failure.code === 'NO_SPACE' ? exitStatus.noSpace : exitStatus.failure;
  return tally.items > 0 ? exitStatus.done : exitStatus.failure;
}
