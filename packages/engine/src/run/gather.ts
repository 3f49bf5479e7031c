import { nameBytes, packedReason } from '@hostspec/host-kit';
import {
  type CommandEnd,
  HostspecError,
  type Item,
  isHostError,
  isHostspecError,
  type Miss,
  type Redaction,
  type Sink,
} from '@hostspec/spec';
import type { Budget } from '../content/budget.js';
import { type ItemContent, itemContent } from '../content/content.js';
import { maskedPlace, maskedText, withoutRepeats } from '../content/masked.js';
import { type LogEnd, readLog } from '../logs/read-log.js';
import type { Room } from '../logs/room.js';
import { denialOf } from '../plan/denials.js';
import { listingOf } from '../plan/listing.js';
import { runOptions } from '../plan/options.js';
import type { Session } from '../plan/session.js';
import {
  type CommandTask,
  describeSource,
  type FileTask,
  type ListTask,
  placeOf,
  sourceOf,
  statusOf,
  type Task,
} from '../plan/tasks.js';
import type { EndOfRun } from './end-of-run.js';
import { isMissingInside, meaningOf } from './exit-meaning.js';
import { readerOf } from './named-paths.js';

/** The result of a task: one item, or why there is none. */
export type Gathered = Item | Miss;

/** Whether a task gave an item. */
export function isItem(gathered: Gathered): gathered is Item {
  return 'path' in gathered;
}

/** The context for gathering. */
export interface GatherContext {
  readonly session: Session;
  readonly sink: Sink;
  readonly budget: Budget;
  /** Masks what goes to the sink or into an outcome. */
  readonly redaction: Redaction;
  /** Limits what is held in memory of logs, by all specs together. */
  readonly memory: Room;
  /** Waits for a turn to handle content. Undefined if few requests run at once: they need no turns. */
  readonly turn: (() => Promise<void>) | undefined;
  /** When the run ends early. */
  readonly end: EndOfRun;
  /** Why a spec starts nothing more; undefined while it may. */
  readonly specOver: () => string | undefined;
  /** Called when the sink can take no more: `NO_SPACE` or `SINK`. */
  readonly failed: (error: HostspecError) => void;
}

/** How a task ended: with a status if its content is not kept. */
interface TaskEnd {
  readonly status?: Miss['status'];
  readonly reason?: string;
  readonly rc?: number;
  readonly truncated?: Item['truncated'];
  readonly packed?: Item['packed'];
}

const shownCharacters = 1024;

type Gatherer<T extends Task> = (task: T, content: ItemContent, context: GatherContext) => Promise<TaskEnd>;

/** One function for each kind of task. */
const gatherers: { readonly [K in Task['kind']]: Gatherer<Extract<Task, { readonly kind: K }>> } = {
  file: readFile,
  command: runCommand,
  listing: listDirectory,
};

/** Carries out one task of a spec: its content goes to the sink, its result is returned. Never throws. */
export async function gather(name: string, task: Task, context: GatherContext): Promise<Gathered> {
  const { redaction } = context;
  const { element, ...place } = maskedPlace(placeOf(name, task), redaction);
  const { source, container, commandLine, saveAs } = place;
  const { firstOf = 1 } = task;
  const miss = ({ status, reason, rc }: Pick<Miss, 'status' | 'reason' | 'rc'>): Miss => ({
    source,
    ...(container === undefined ? {} : { container }),
    status,
    ...(rc === undefined ? {} : { rc }),
    reason: redaction.text(
      firstOf > 1 && status !== 'skipped'
        ? `${reason} (the first of ${firstOf}, the only one taken)`
        : reason,
    ),
  });
  const denial = denialOf(task, context.session.denials);
  if (denial !== undefined) return miss({ status: 'denied', reason: denial });
  if (task.refused !== undefined)
    return miss({ status: task.refusedStatus ?? 'denied', reason: task.refused });
  const content = itemContent(
    context.sink,
    place,
    context.budget,
    redaction,
    task.options.raw,
    context.end.overdue,
  );
  const over = context.specOver();
  if (over !== undefined) return miss({ status: 'timed out', reason: over });
  const started = performance.now();
  try {
    const gatherer = gatherers[task.kind] as Gatherer<Task>;
    const { status, reason = '', rc, truncated, packed } = await gatherer(task, content, context);
    const ended = rc === undefined ? {} : { rc };
    if (status !== undefined) {
      await content.discard();
      return miss({ status, reason, ...ended });
    }
    const packing = content.packing();
    if (packing !== undefined) {
      await content.discard();
      return miss({ status: 'denied', reason: `left out: ${packedReason(packing)}`, ...ended });
    }
    await context.turn?.();
    const item = await content.keep({
      source,
      ...(commandLine === undefined ? {} : { commandLine }),
      ...(element === undefined ? {} : { element }),
      ...(container === undefined ? {} : { container }),
      ...(saveAs === undefined ? {} : { saveAs }),
      ...(task.options.raw ? { raw: true } : {}),
      ...(packed === undefined ? {} : { packed }),
      ...ended,
      ...(truncated === undefined
        ? {}
        : { truncated: { ...truncated, reason: redaction.text(truncated.reason) } }),
      duration: seconds(started),
    });
    if (item !== undefined) return item;
    return miss(
      content.isLeftOut()
        ? { status: 'empty', reason: `every line of ${describeSource(source)} is left out`, ...ended }
        : { status: 'skipped', reason: `not reached: ${context.end.reason()}` },
    );
  } catch (error) {
    if (content.failure() !== undefined) context.failed(sinkFailure(content.failure()));
    await content.discard().catch(() => undefined);
    return miss(missOf(error, describeSource(sourceOf(task))));
  }
}

async function readFile(
  { path, by, options, log }: FileTask,
  content: ItemContent,
  { session: { host }, budget, end }: GatherContext,
): Promise<TaskEnd> {
  const { raw } = options;
  const maxBytes = budget.left();
  const read = async (): Promise<LogEnd> => {
    if (log === undefined) return { cut: await host.readInto(path, content.take, { raw, by, maxBytes }) };
    const most = Math.min(log.maxBytes, maxBytes ?? log.maxBytes);
    return readLog({ ...log, host, path, by, raw, maxBytes: most }, content.take);
  };
  const { cut: truncated, packed } = await read().catch((error: unknown): LogEnd => {
    // When the run ends, a host may end a read with an error. What it gave before is kept.
    if (!isHostError(error) || end.reason() === undefined || content.bytes() === 0) throw error;
    return { cut: { reason: `the first ${content.bytes()} bytes: ${end.reason()}` } };
  });
  if (content.bytes() === 0) return { status: 'empty', reason: `${path} is empty` };
  if (!raw && content.isBlank()) return { status: 'empty', reason: `${path} contains only line ends` };
  if (packed !== undefined) return { packed, ...(truncated === undefined ? {} : { truncated }) };
  // What was given may not have the beginning of the file.
  if (truncated !== undefined || log?.window !== undefined)
    await content.checkBeginning(() => host.readFile(path, { by }));
  return truncated === undefined ? {} : { truncated };
}

async function listDirectory(
  { path, firstOf }: ListTask,
  content: ItemContent,
  { session }: GatherContext,
): Promise<TaskEnd> {
  const { names: all, note } = await listingOf(path, session);
  const names = firstOf === undefined ? all : all.slice(0, 1);
  if (names.length === 0) return { status: 'empty', reason: `${path} has no entries` };
  await content.take(nameBytes(`${names.join('\n')}\n`));
  return note === undefined ? {} : { truncated: { reason: note } };
}

async function runCommand(task: CommandTask, content: ItemContent, context: GatherContext): Promise<TaskEnd> {
  const { host } = context.session;
  const { options, stdin } = task;
  const as = task.by ?? (await readerOf(host, task.argv));
  const end = await host.runInto(task.argv, content.take, {
    maxBytes: context.budget.left(),
    ...runOptions(options),
    ...(stdin === undefined ? {} : { stdin }),
    ...(as === undefined ? {} : { as }),
  });
  const { problem } = end;
  const isCut = problem === 'timed out' || (problem !== undefined && context.end.reason() === undefined);
  const isPartial = options.keepRc === true && content.bytes() > 0 && isCut;
  const miss = whyNotKept(task, end, content, context, isPartial);
  const rc = end.rc === undefined ? {} : { rc: end.rc };
  if (miss) return { ...miss, ...rc };
  if (content.isBlank()) {
    const printed = content.bytes() === 0 ? 'nothing' : 'only line ends';
    return { status: 'empty', reason: `${task.argv[0]} printed ${printed}`, ...rc };
  }
  const cut = end.cut ?? (isPartial && end.reason !== undefined ? { reason: end.reason } : undefined);
  return { ...rc, ...(cut === undefined ? {} : { truncated: cut }) };
}

/** Why the output of a command is not kept; undefined if it is. */
function whyNotKept(
  { argv, options, container }: CommandTask,
  { rc, problem, reason }: CommandEnd,
  content: ItemContent,
  { session: { host }, redaction }: GatherContext,
  isPartial: boolean,
): Pick<Miss, 'status' | 'reason'> | undefined {
  const hasEnded = problem === undefined || isPartial;
  if (hasEnded && (rc === 0 || options.keepRc)) return undefined;
  const said = (printed: string): string => (printed === '' ? '' : `: ${printed.slice(0, shownCharacters)}`);
  const raw = said(new TextDecoder().decode(content.start()).trim());
  // Masked before it is cut: a part of a secret might not be found.
  const printed = said(withoutRepeats(maskedText(content.start(), redaction)));
  if (!hasEnded) return { status: statusOf(problem), reason: `${reason ?? problem}${printed}` };
  if (container && isMissingInside(rc, raw))
    return { status: 'absent', reason: `in container ${container.id}${printed}` };
  // In an archive, someone else was denied.
  const isUser = host.executes && host.user?.()?.uid !== 0;
  const meaning = meaningOf(rc, raw, options, isUser);
  if (meaning === 'nothing found') return undefined;
  const why = reason ?? `${argv[0]} exited with ${rc}${printed || ' and printed nothing'}`;
  const needsRoot = meaning === 'denied' && options.effects?.needsRoot;
  return { status: meaning, reason: needsRoot ? `needs root: ${why}` : why };
}

function missOf(error: unknown, what: string): Pick<Miss, 'status' | 'reason'> {
  const message = error instanceof Error ? error.message : String(error);
  if (isHostError(error)) return { status: statusOf(error.problem), reason: message };
  return { status: 'failed', reason: isHostspecError(error) ? message : `${what}: ${message}` };
}

/** The error of a sink, which may be any. */
function sinkFailure(error: unknown): HostspecError {
  if (isHostspecError(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new HostspecError('SINK', `the sink cannot take more: ${message}`, { cause: error });
}

function seconds(since: number): number {
  return Math.round(performance.now() - since) / 1000;
}
