import {
  type AnnouncedSpec,
  checkLimits,
  forEachOf,
  type HostspecError,
  isHostspecError,
  limiter,
  type Outcome,
  type RunReport,
  type Sink,
} from '@hostspec/spec';
import { budgetOf } from './budget.js';
import { type GatherContext, type Gathered, gather, isItem } from './gather.js';
import { inOrder } from './order.js';
import { type GatheredSpec, outcomeOf } from './outcome-of.js';
import { outcomeQueue } from './outcome-queue.js';
import type { Plan, PlannedSpec } from './plan.js';
import { resolve } from './resolve.js';
import { openSession, type PlanContext } from './session.js';
import { skipOf } from './skip-of.js';
import type { Gap, SpecTasks } from './tasks.js';

/** Options for collecting a plan. */
export interface CollectOptions extends PlanContext {
  /** Stores what is collected. */
  readonly sink: Sink;
  /** Name and version of the collector, for the manifest. */
  readonly tool?: string;
  /** Stops the run: the remaining specs are marked skipped, and the archive stays valid. The manifest has the signal's reason. */
  readonly signal?: AbortSignal;
  /** Seconds for the whole run. Default: no limit. */
  readonly maxTime?: number;
  /** Bytes of content in total; content that exceeds them is cut. Default: no limit. */
  readonly maxBytes?: number;
}

/** How a run ended. */
export interface CollectReport extends RunReport {
  /** Set if the sink could not take more: no space, or an error of its own. */
  readonly failure?: HostspecError;
}

/** When a run ends before everything was collected. */
interface EndOfRun {
  /** Why the run ends; undefined while it goes on. */
  readonly reason: () => string | undefined;
  /** Resolves when the run ends before everything was collected. */
  readonly reached: Promise<undefined>;
}

// Concurrent specs of each kind: enough to keep every job busy, few enough that their memory is freed early.
const maxSpecs = { commands: 32, files: 8 };
// Concurrent tasks of one spec, for the same reason.
const maxTasks = 8;

/**
 * Collects a plan: yields one outcome for every spec as it finishes, and returns the report that the sink's `finish`
 * takes. No failure of a spec ends the run; a full target does, and the remaining specs are marked skipped.
 *
 * @throws UsageError for an invalid limit, or a plan that was changed or is for another catalog or host.
 */
export async function* collect(plan: Plan, options: CollectOptions): AsyncGenerator<Outcome, CollectReport> {
  const { sink, maxTime, maxBytes } = options;
  checkLimits({ maxTime, maxBytes });
  const session = await openSession('collect', plan, options);
  const { host } = session;
  const run = {
    ...(options.tool === undefined ? {} : { tool: options.tool }),
    domains: plan.domains,
    ...(plan.variant === undefined ? {} : { variant: plan.variant }),
    brand: plan.brand,
    hostname: plan.hostname,
    root: plan.root,
    started: Date.now(),
  };
  sink.begin({ ...run, specs: plan.specs.map(announced) });
  const lanes = { commands: limiter(maxSpecs.commands), files: limiter(maxSpecs.files) };
  const queue = outcomeQueue();
  let stopped: string | undefined;
  let tellEnd = (): void => {};
  const end: EndOfRun = {
    reason: () => stopped,
    reached: new Promise((resolve) => {
      tellEnd = () => resolve(undefined);
    }),
  };
  let failure: HostspecError | undefined;
  const stop = (reason: string): void => {
    if (stopped !== undefined) return;
    stopped = reason;
    void host.stop(reason);
    tellEnd();
  };
  const fail = (error: HostspecError): void => {
    failure ??= error;
    stop(error.message);
  };
  const context: GatherContext = {
    session,
    sink,
    budget: budgetOf(maxBytes, stop),
    stopped: () => stopped,
    failed: fail,
  };
  const onAbort = (): void => stop(String(options.signal?.reason ?? 'interrupted'));
  options.signal?.addEventListener('abort', onAbort, { once: true });
  if (options.signal?.aborted) onAbort();
  const timer =
    maxTime === undefined
      ? undefined
      : setTimeout(() => stop(`the ${maxTime} s for the whole run are over`), maxTime * 1000);

  const one = async (planned: PlannedSpec, skip: string | undefined): Promise<void> => {
    const started = Date.now();
    const begun = performance.now();
    let result: GatheredSpec;
    if (skip !== undefined) result = { gathered: [], gap: { status: 'skipped', reason: skip } };
    else {
      try {
        result = await collectSpec(planned, context, end);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        result = { gathered: [], gap: { status: 'failed', reason } };
      }
    }
    const outcome = outcomeOf(planned, result, { started, duration: (performance.now() - begun) / 1000 });
    try {
      await sink.write(outcome);
    } catch (error) {
      if (!isHostspecError(error)) throw error;
      fail(error);
    }
    queue.push(outcome);
  };

  // Specs that conditions ask about come first, because others wait for them.
  const skips = new Map(plan.specs.map((planned) => [planned, skipOf(planned, session)]));
  const all = Promise.all(
    inOrder(plan.specs).map(async (planned) => {
      const skip = await Promise.race([skips.get(planned), end.reached]);
      // A condition's answer counts only if it came before the run ended.
      const unanswered = planned.skip === undefined && stopped !== undefined;
      const lane = lanes[readsFiles(planned) ? 'files' : 'commands'];
      await lane(() => one(planned, unanswered ? undefined : skip));
    }),
  ).then(
    () => queue.end(),
    (error: unknown) => queue.fail(error),
  );
  try {
    yield* queue.outcomes;
  } finally {
    if (!queue.ended()) stop('the caller stopped reading outcomes');
    await all;
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', onAbort);
  }
  const left = await host.stop('the run has ended');
  return {
    ...run,
    order: plan.specs.map(({ name }) => name),
    finished: Date.now(),
    ...(stopped === undefined ? {} : { interrupted: stopped }),
    notEntered: host.notEntered(),
    notes: left > 0 ? [`${left} process(es) that commands left behind were ended`] : [],
    ...(failure === undefined ? {} : { failure }),
  };
}

/** Files are read while the commands run beside this process. */
function readsFiles({ spec }: PlannedSpec): boolean {
  return spec.type.endsWith('file') || spec.type === 'listdir';
}

/** The information about a spec that a sink needs beforehand. */
function announced({ name, domain, spec }: PlannedSpec): AnnouncedSpec {
  const multiOutput =
    spec.type === 'first_of' &&
    spec.specs.some(({ type }) => type === 'glob_file' || type.startsWith('foreach'));
  return { name, domain, type: spec.type, ...(multiOutput ? { multiOutput } : {}) };
}

async function collectSpec(
  { name, spec }: PlannedSpec,
  context: GatherContext,
  end: EndOfRun,
): Promise<GatheredSpec> {
  if (end.reason() !== undefined) return notReached(end);
  return collectTasks(name, () => resolve(spec, spec, context.session), context, end);
}

async function collectTasks(
  name: string,
  open: () => Promise<SpecTasks>,
  context: GatherContext,
  end: EndOfRun,
): Promise<GatheredSpec> {
  // A provider may take any time, but the run may not.
  const found = await Promise.race([open(), end.reached]);
  if (found === undefined) return notReached(end);
  if (found.kind === 'every') {
    const gathered = await forEachOf(found.tasks, maxTasks, (task) => gather(name, task, context));
    const { gap, note } = found;
    if (end.reason() !== undefined && !gathered.some(isItem)) return notReached(end);
    return { gathered, ...(gap === undefined ? {} : { gap }), ...(note === undefined ? {} : { note }) };
  }
  const tried: Gathered[] = [];
  let gap: Gap | undefined;
  for (const alternative of found.alternatives) {
    const result = await collectTasks(name, alternative, context, end);
    if (result.gathered.some(isItem))
      // A skipped alternative might have been used instead.
      return withNote({ ...result, gathered: [...tried.filter(isSkipped), ...result.gathered] }, found.note);
    tried.push(...result.gathered);
    gap ??= result.gap;
    if (end.reason() !== undefined) return notReached(end);
  }
  return withNote({ gathered: tried, ...(gap === undefined ? {} : { gap }) }, found.note);
}

function withNote(result: GatheredSpec, note: string | undefined): GatheredSpec {
  const notes = [result.note, note].filter((each) => each !== undefined);
  return notes.length > 0 ? { ...result, note: notes.join('; ') } : result;
}

function isSkipped(gathered: Gathered): boolean {
  return !isItem(gathered) && gathered.status === 'skipped';
}

function notReached(end: EndOfRun): GatheredSpec {
  return { gathered: [], gap: { status: 'skipped', reason: `not reached: ${end.reason()}` } };
}
