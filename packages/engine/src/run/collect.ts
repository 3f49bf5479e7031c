import { checkLimits, defined, identityOf, usageError } from '@hostspec/host-kit';
import {
  type AnnouncedSpec,
  type CollectingHost,
  collectionTypeFacts,
  type HostIdentity,
  HostspecError,
  isHostspecError,
  type Outcome,
  type Redaction,
  type RunReport,
  type RunStart,
  type Sink,
} from '@hostspec/spec';
import { budgetOf } from '../content/budget.js';
import { chosenRedaction } from '../content/masked.js';
import { oneATurn } from '../content/pace.js';
import { mostOfJournal } from '../logs/journal.js';
import { roomOf } from '../logs/room.js';
import type { Window } from '../logs/window.js';
import { fileDenial } from '../plan/denials.js';
import type { Plan, PlannedSpec } from '../plan/plan.js';
import { openSession, type PlanContext, type Session } from '../plan/session.js';
import { type EndOfRun, endOfRun } from './end-of-run.js';
import { collectInLanes } from './lanes.js';
import { outcomeQueue } from './outcome-queue.js';
import { patientOf } from './patient-host.js';

/** Options for collecting a plan. */
export interface CollectOptions extends PlanContext {
  /** Stores what is collected. */
  readonly sink: Sink;
  /**
   * Masks secrets in everything that goes to the sink or into an outcome. Default: `createRedaction()` of `@hostspec/redact`. With `none`,
   * secrets are kept.
   */
  readonly redaction?: Redaction | 'none';
  /** Name and version of the collector, for the manifest. */
  readonly tool?: string;
  /** The name that the host was asked for by, for the manifest. Default: that of an archive's own run, or none. */
  readonly target?: string;
  /** Stops the run: the remaining specs are marked skipped, and the archive stays valid. The manifest has the signal's reason. */
  readonly signal?: AbortSignal;
  /** Seconds for the whole run. Default: no limit. */
  readonly maxTime?: number;
  /** Seconds after which a spec starts nothing more; what it has started ends within its own limits. Default: no limit. */
  readonly maxSpecTime?: number;
  /**
   * Seconds that commands may wait in all while the host is under pressure: each for 2 s. They then run one at a time. Default: none waits.
   */
  readonly patience?: number;
  /** Bytes of content in total; content that exceeds them is cut. Default: no limit. */
  readonly maxBytes?: number;
}

// With fewer requests at once, turns would gain nothing, and what waits for one takes memory.
const manyAtOnce = 100;

/** Bytes of logs that are held in memory at once. */
const mostHeld = 25 * 1024 * 1024;

const runEnded = 'the run has ended';

/** A host gives each command once, and nothing after its run: another run would get old outputs and no files. */
function checkUnused(host: Partial<CollectingHost>): void {
  if (host.stopped?.() !== runEnded) return;
  throw usageError(
    'the host was used for a run that has ended; make another one for each run, such as by createLocalHost()',
    'host',
  );
}

/** How a run ended. */
export interface CollectReport extends RunReport {
  /** Set if the sink could not take more (no space, or an error of its own), or the host can no longer be reached. */
  readonly failure?: HostspecError;
}

/**
 * Collects a plan: yields one outcome for every spec as it finishes, and returns the report that the sink's `finish`
 * takes. No failure of a spec ends the run; a full target or a lost host does, and the remaining specs are marked skipped.
 *
 * @throws UsageError for an invalid limit or redaction, or a plan that was changed or is for another catalog or host.
 */
export async function* collect(plan: Plan, options: CollectOptions): AsyncGenerator<Outcome, CollectReport> {
  const { sink, maxTime, maxSpecTime, maxBytes } = options;
  checkLimits({ maxTime, maxSpecTime, maxBytes });
  checkUnused(options.host);
  const redaction = await chosenRedaction(options.redaction);
  const { paused, pauses, ...patient } = patientOf(options);
  const session = await openSession('collect', plan, { ...options, ...patient });
  const { host } = session;
  const end = endOfRun(options, (reason) => void host.stop(reason));
  const run = {
    ...defined({ tool: options.tool, domains: plan.domains, variant: plan.variant }),
    ...profilesOf(plan, redaction),
    brand: plan.brand,
    hostname: redaction.text(plan.hostname),
    root: redaction.text(plan.root),
    ...(await provenance(session, end, { ...options, redaction })),
    ...defined({
      window: session.logs.asked && collectedWindow(session.logs.asked),
      mapped: redaction.mapped,
      maskKey: redaction.maskKey,
    }),
    started: Date.now(),
  };
  sink.begin({ ...run, specs: plan.specs.map(announced) });
  let failure: HostspecError | undefined;
  const failed = (error: HostspecError): void => {
    failure ??= error;
    end.stop(error.message);
  };
  host.onLost?.((reason) => failed(hostLost(reason)));
  if (redaction.keywords) host.findKeywords?.(redaction.keywords);
  const budget = budgetOf(maxBytes, end.stop);
  const turn = (host.atOnce ?? 0) < manyAtOnce ? undefined : oneATurn();
  const memory = roomOf(mostHeld);
  const journals = roomOf(mostOfJournal, 1 / 2);
  const context = {
    session,
    sink,
    memory,
    journals,
    budget,
    redaction,
    end,
    failed,
    turn,
    maxSpecTime,
    paused,
  };
  const queue = outcomeQueue();
  const all = collectInLanes(session.specs, context, async (outcome) => {
    try {
      await sink.write(outcome);
    } catch (error) {
      if (!isHostspecError(error)) throw error;
      failed(error);
    }
    queue.push(outcome);
  }).then(
    () => queue.end(),
    (error: unknown) => queue.fail(error),
  );
  try {
    yield* queue.outcomes;
  } finally {
    if (!queue.ended()) end.stop('the caller stopped reading outcomes');
    await all;
    end.release();
  }
  const left = await host.stop(runEnded);
  const before = host.archived?.interrupted;
  const stopped = end.reason() ?? (before && `the run of the archive ended early: ${before}`);
  return {
    ...run,
    order: plan.specs.map(({ name }) => name),
    finished: Date.now(),
    ...(stopped === undefined ? {} : { interrupted: redaction.text(stopped) }),
    notEntered: host.notEntered().map(redaction.text),
    notes: [...(left > 0 ? [`${left} process(es) that commands left behind were ended`] : []), ...pauses()],
    ...defined({ failure }),
  };
}

const hostLost = (reason: string): HostspecError =>
  new HostspecError('HOST_LOST', `the host can no longer be reached: ${reason}`);

function profilesOf({ restrictions: { profiles } }: Plan, redaction: Redaction): Pick<RunReport, 'profiles'> {
  return defined({ profiles: profiles?.map(({ name }) => redaction.text(name)) });
}

function collectedWindow({ since, until, asked }: Window): RunStart['window'] {
  const text = (time?: number) => (time === undefined ? undefined : new Date(time).toISOString());
  return defined({ since: text(since), until: text(until), asked });
}

/** The information about a spec that a sink needs beforehand. */
function announced({ name, domain, spec }: PlannedSpec): AnnouncedSpec {
  const multiOutput = 'specs' in spec && spec.specs.some(({ type }) => collectionTypeFacts[type].several);
  return { name, domain, type: spec.type, ...(multiOutput ? { multiOutput } : {}) };
}

/** Options for collecting a plan into a complete archive. */
export interface CollectIntoOptions extends CollectOptions {
  /** Called with each spec's outcome as it finishes. */
  readonly onOutcome?: (outcome: Outcome) => void;
}

/** The result of a run: its path, and how it went. */
export interface Collection {
  /** The result of the sink's `finish`: the path of an archive. */
  readonly path: string;
  readonly report: CollectReport;
}

/** Collects a plan and completes its sink; if that throws, the sink is closed. */
export async function collectInto(
  plan: Plan,
  { onOutcome, ...options }: CollectIntoOptions,
): Promise<Collection> {
  const run = collect(plan, options);
  try {
    for (;;) {
      const step = await run.next();
      if (step.done) return { path: await options.sink.finish(step.value), report: step.value };
      onOutcome?.(step.value);
    }
  } catch (error) {
    await options.sink.close();
    throw error;
  }
}

/** What the manifest says about the host or archive that content comes from. */
async function provenance(
  { host, denials }: Pick<Session, 'host' | 'denials'>,
  end: Pick<EndOfRun, 'before'>,
  { target, redaction }: { readonly target?: string; readonly redaction: Redaction },
): Promise<HostIdentity & Pick<RunStart, 'collectedFrom' | 'processes'>> {
  const isDenied = (path: string): boolean =>
    denials !== undefined && fileDenial(path, denials) !== undefined;
  const known = (await end.before(identityOf(host, isDenied))) ?? {};
  const identity = Object.entries({ ...known, ...(target !== undefined && { target }) });
  const kind = host.archived?.kind ?? 'hostspec';
  const processes = host.processes?.() ?? [];
  return {
    ...Object.fromEntries(identity.map(([name, value]) => [name, redaction.text(value)])),
    ...(kind !== 'hostspec' && { collectedFrom: kind }),
    ...(processes.length > 0 && { processes }),
  };
}
