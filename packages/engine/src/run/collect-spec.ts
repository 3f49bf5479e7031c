import { defined, forEachOf } from '@hostspec/host-kit';
import type { Outcome } from '@hostspec/spec';
import { gatherLogs, logOf } from '../logs/gather-logs.js';
import type { PlannedSpec } from '../plan/plan.js';
import { resolve } from '../plan/resolve.js';
import { type Gap, gapOf, type SpecTasks, type Task } from '../plan/tasks.js';
import { type Gathered, gather, isItem } from './gather.js';
import type { GatherContext } from './gather-context.js';
import { walksTrees } from './order.js';
import { type GatheredSpec, outcomeOf } from './outcome-of.js';

// Tasks of one spec at once: enough to keep every job busy, few enough to free their memory early.
const maxTasks = 8;

/** The context for specs. Each has a time limit of its own. */
export interface SpecContext extends Omit<GatherContext, 'specOver'> {
  /** Seconds after which a spec starts nothing more. */
  readonly maxSpecTime: number | undefined;
  /** Seconds that commands have waited so far while the host was under pressure. They do not count. */
  readonly paused: () => number;
}

/** Collects one spec, unless there is a reason to skip it; returns its outcome. Never throws. */
export async function collectSpec(
  planned: PlannedSpec,
  skip: string | undefined,
  context: SpecContext,
): Promise<Outcome> {
  const started = Date.now();
  const begun = performance.now();
  const result: GatheredSpec =
    skip === undefined
      ? await gatherSpec(planned, { ...context, specOver: specLimit(context, begun) })
      : { gathered: [], gap: { status: 'skipped', reason: skip } };
  const outcome = outcomeOf(planned, result, { started, duration: (performance.now() - begun) / 1000 });
  const { reason } = outcome;
  return reason === undefined ? outcome : { ...outcome, reason: context.redaction.text(reason) };
}

function specLimit({ maxSpecTime, paused }: SpecContext, begun: number): GatherContext['specOver'] {
  const reason = `not reached: the ${maxSpecTime} s for one spec are over`;
  const most = maxSpecTime ?? Number.POSITIVE_INFINITY;
  const before = paused();
  return () => ((performance.now() - begun) / 1000 - (paused() - before) < most ? undefined : reason);
}

async function gatherSpec(planned: PlannedSpec, context: GatherContext): Promise<GatheredSpec> {
  const { name, spec } = planned;
  if (context.end.reason() !== undefined) return notReached(context);
  const denial = context.session.denials?.spec(name);
  if (denial !== undefined) return { gathered: [], gap: { status: 'denied', reason: denial } };
  try {
    const atOnce = walksTrees(planned) ? 1 : (context.session.host.atOnce ?? maxTasks);
    return await collectTasks(name, () => resolve(spec, spec, context.session), atOnce, context);
  } catch (error) {
    return { gathered: [], gap: gapOf(error) };
  }
}

async function collectTasks(
  name: string,
  open: () => Promise<SpecTasks>,
  atOnce: number,
  context: GatherContext,
): Promise<GatheredSpec> {
  // A provider may take longer than the run has left.
  const found = await context.end.before(open());
  if (found === undefined) return notReached(context);
  if (found.kind === 'every') {
    const log = logOf(found.tasks);
    const files = found.tasks.filter((task) => task.kind === 'file');
    const { gathered, ...left }: GatheredSpec =
      log === undefined
        ? { gathered: await forEachOf(found.tasks, atOnce, (task) => gather(name, task, context)) }
        : await gatherLogs(name, files, log, atOnce, context);
    const { gap = left.gap } = found;
    const remark = left.remark ?? (await journalRemark(found.tasks, context));
    const notes = [found.note, left.note].filter((each) => each !== undefined);
    if (context.end.reason() !== undefined && !gathered.some(isItem)) return notReached(context);
    return defined({ gathered, gap, note: notes.join('; ') || undefined, remark });
  }
  const tried: Gathered[] = [];
  let gap: Gap | undefined;
  for (const alternative of found.alternatives) {
    const result = await collectTasks(name, alternative, atOnce, context);
    if (result.gathered.some(isItem))
      // A skipped alternative might have been used instead.
      return { ...result, gathered: [...tried.filter(isSkipped), ...result.gathered] };
    tried.push(...result.gathered);
    gap ??= result.gap;
    if (context.end.reason() !== undefined) return notReached(context);
    if (found.takesEmpty && result.gathered.some(isEmpty)) break;
  }
  return defined({ gathered: tried, gap });
}

/** The window of a journal that was read, in words. */
async function journalRemark(
  tasks: readonly Task[],
  { session: { host, logs } }: GatherContext,
): Promise<string | undefined> {
  const journal = tasks[0]?.options.journal;
  if (journal === undefined || !host.executes) return undefined;
  const window = await logs.windowFor(journal.window);
  return window && `window ${window.asked}`;
}

function isSkipped(gathered: Gathered): boolean {
  return !isItem(gathered) && gathered.status === 'skipped';
}

function isEmpty(gathered: Gathered): boolean {
  return !isItem(gathered) && gathered.status === 'empty';
}

function notReached({ end }: GatherContext): GatheredSpec {
  return { gathered: [], gap: { status: 'skipped', reason: `not reached: ${end.reason()}` } };
}
