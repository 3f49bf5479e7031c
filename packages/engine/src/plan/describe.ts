import { defined, noRegularFile } from '@hostspec/host-kit';
import {
  type Container,
  defaultMaxItemBytes,
  type Effects,
  type FileFacts,
  type HostProblem,
  hasWildcard,
  isHostError,
  type Miss,
  type Source,
  type Spec,
} from '@hostspec/spec';
import { logOf } from '../logs/gather-logs.js';
import { unpackedPath } from '../logs/unpack.js';
import { denialOf } from './denials.js';
import { skipOf } from './gates.js';
import { listingOf } from './listing.js';
import type { Plan, PlannedSpec } from './plan.js';
import { resolve } from './resolve.js';
import { openSession, type PlanContext, type Session } from './session.js';
import { gapOf, type SpecTasks, sourceOf, statusOf, type Task } from './tasks.js';

// Packed logs have about an eighth of the size of their text.
const packedRatio = 8;

/** One file, command or directory that collecting a spec would touch. */
export interface DescribedSource {
  readonly source: Source;
  /** The path of the program that would run, if it is not the one in the command. */
  readonly program?: string;
  /** The provider's element. */
  readonly element?: string | readonly string[];
  readonly container?: Container;
  /** Its effects beyond reading this host, if they differ from those of its spec. */
  readonly effects?: Effects;
  /** The bytes that it would give, if that is known in advance: of a file that is not the kernel's. */
  readonly bytes?: number;
  /** Lines outside the window are left out, so that it can give fewer bytes. */
  readonly windowed?: true;
  /** Why it would give nothing, if that is known in advance: it does not exist, or must not be run. */
  readonly gap?: Pick<Miss, 'status' | 'reason'>;
}

/** The files and commands of one spec of a plan on this host. */
export interface DescribedSpec {
  readonly name: string;
  readonly domain: string;
  readonly type: Spec['type'];
  /** The effects of collecting it beyond reading this host. */
  readonly effects?: Effects;
  /** Set if the plan's restrictions leave it out. */
  readonly deselected?: true;
  /** The sources; if a spec takes only the first one, in the order in which they are tried. */
  readonly sources: readonly DescribedSource[];
  /** Only one source is taken: the first that exists for `first_file`, else the first that gives content. */
  readonly first?: boolean;
  /** Why nothing would be collected. */
  readonly gap?: Pick<Miss, 'status' | 'reason'>;
}

/**
 * Describes what collecting a plan would run and read, in catalog order, without collecting anything. Providers and globs are
 * evaluated for this, once each; a spec whose provider fails has the reason.
 *
 * @throws UsageError for a plan that was changed or is for another catalog or host.
 */
export async function describePlan(plan: Plan, context: PlanContext): Promise<readonly DescribedSpec[]> {
  const session = await openSession('describePlan', plan, context);
  return Promise.all(session.specs.map((planned) => describeSpec(planned, session)));
}

/** Describes what collecting one spec of a plan would run and read. */
export async function describeSpec(planned: PlannedSpec, session: Session): Promise<DescribedSpec> {
  const { name, domain, spec } = planned;
  const { effects } = spec;
  const head = {
    name,
    domain,
    type: spec.type,
    ...defined({ effects }),
    ...(planned.deselected ? { deselected: true as const } : {}),
  };
  const skip = await skipOf(planned, session);
  if (skip !== undefined) return { ...head, sources: [], gap: { status: 'skipped', reason: skip } };
  const denial = session.denials?.spec(name);
  if (denial !== undefined) return { ...head, sources: [], gap: { status: 'denied', reason: denial } };
  try {
    const found = await resolve(spec, spec, session);
    const described = await describeTasks(found, effects, session);
    return { ...head, ...described, ...(found.kind === 'first' ? { first: true } : {}) };
  } catch (error) {
    return { ...head, sources: [], gap: gapOf(error) };
  }
}

async function describeTasks(
  found: SpecTasks,
  known: Effects | undefined,
  session: Session,
): Promise<Pick<DescribedSpec, 'sources' | 'gap'>> {
  if (found.kind === 'every') {
    const facts = new Map<Task, FileFacts>();
    const described = await Promise.all(found.tasks.map((task) => describeTask(task, known, session, facts)));
    const expected = await expectedBytes(found.tasks, facts, session);
    const sources = described.map((source, index) => {
      const known = expected.get(found.tasks[index] as Task);
      return known === undefined ? source : { ...source, ...known };
    });
    return defined({ sources, gap: found.gap });
  }
  const all: DescribedSource[] = [];
  const gaps: NonNullable<DescribedSpec['gap']>[] = [];
  for (const alternative of found.alternatives) {
    const described = await describeTasks(await alternative(), known, session);
    all.push(...described.sources);
    if (described.gap) gaps.push(described.gap);
  }
  const [first] = gaps;
  if (all.length > 0 || !first) return { sources: all };
  return { sources: [], gap: { ...first, reason: gaps.map(({ reason }) => reason).join('; ') } };
}

async function describeTask(
  task: Task,
  known: Effects | undefined,
  session: Session,
  facts: Map<Task, FileFacts>,
): Promise<DescribedSource> {
  const { element, container, options, refused, refusedStatus = 'denied' } = task;
  const { effects } = options;
  const denial = await denialOf(task, session);
  const held = denial === undefined ? refused : denial;
  const status = denial === undefined ? refusedStatus : 'denied';
  const found: { program?: string } = {};
  const gap = held === undefined ? await absence(task, session, found, facts) : { status, reason: held };
  return {
    source: sourceOf(task),
    ...defined({ element, container }),
    ...found,
    ...(effects === undefined || effects === known ? {} : { effects }),
    ...defined({ gap }),
  };
}

/** Why a task would give nothing; `found` gets the program of a command that is not at its path, and `facts` those of a file. */
async function absence(
  task: Task,
  session: Session,
  found: { program?: string },
  facts: Map<Task, FileFacts>,
): Promise<DescribedSource['gap']> {
  const { host } = session;
  if (task.kind === 'command') {
    const [program = ''] = task.argv;
    if (!host.executes) {
      // Commands are not run there, only looked up.
      const { problem, reason = 'its output is not stored' } = await host.run(task.argv);
      return problem === undefined ? undefined : { status: 'absent', reason };
    }
    let gap: DescribedSource['gap'] = { status: 'absent', reason: `command not found: ${program}` };
    const refused = (reason: string, problem: HostProblem): void => {
      gap = { status: statusOf(problem), reason };
    };
    const path = await host.which(program, { refused });
    if (path !== undefined && program.startsWith('/') && path !== program) found.program = path;
    return path === undefined ? gap : undefined;
  }
  try {
    if (task.kind === 'listing' && hasWildcard(task.path)) {
      await listingOf(task.path, session);
      return undefined;
    }
    const file = await host.look(task.path);
    const { kind } = file;
    if (kind === 'file') facts.set(task, file);
    return task.kind === 'file' && kind !== 'file'
      ? { status: 'denied', reason: `${task.path}: ${noRegularFile(kind)}` }
      : undefined;
  } catch (error) {
    if (!isHostError(error)) throw error;
    return gapOf(error);
  }
}

/**
 * The bytes that the files of a spec would give, by their sizes and times, and the window and limits of logs. Files whose size is not known
 * until they are read, as those of the kernel, are not in it.
 */
async function expectedBytes(
  tasks: readonly Task[],
  facts: ReadonlyMap<Task, FileFacts>,
  { logs }: Pick<Session, 'logs'>,
): Promise<ReadonlyMap<Task, Pick<DescribedSource, 'bytes' | 'windowed'>>> {
  const known = tasks.flatMap((task) => {
    const found = facts.get(task);
    return found === undefined || task.kind !== 'file' || isMade(task.path) ? [] : [{ ...found, task }];
  });
  const part = logOf(tasks);
  if (part === undefined)
    return new Map(known.map(({ task, size }) => [task, { bytes: Math.min(size, defaultMaxItemBytes) }]));
  const { since = Number.NEGATIVE_INFINITY } = (await logs.windowFor(part.window)) ?? {};
  const most = logs.full ? Number.POSITIVE_INFINITY : (part.newestEach ?? part.newest);
  let left = logs.full ? Number.POSITIVE_INFINITY : part.newest;
  return new Map(
    known
      .toSorted((one, other) => other.modified - one.modified)
      .map(({ task, size, modified }) => {
        const isPacked = !task.options.raw && unpackedPath(task.path) !== undefined;
        const content = isPacked ? size * packedRatio : size;
        const taken = modified !== 0 && modified < since ? 0 : Math.min(content, left, most);
        left -= taken;
        return [task, { bytes: taken, ...(taken > 0 && Number.isFinite(since) ? { windowed: true } : {}) }];
      }),
  );
}

/** Whether the kernel makes the content of a file when it is read. */
function isMade(path: string): boolean {
  return /^\/(proc|sys)\//.test(path);
}
