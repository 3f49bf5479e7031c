import { defined, nameBytes, packedReason } from '@hostspec/host-kit';
import { HostspecError, type Item, isHostError, isHostspecError, type Miss, messageOf } from '@hostspec/spec';
import { type ItemContent, itemContent } from '../content/content.js';
import { maskedPlace } from '../content/masked.js';
import { type LogEnd, readLog } from '../logs/read-log.js';
import { denialBefore, readAllowed } from '../plan/denials.js';
import { listingOf } from '../plan/listing.js';
import {
  describeSource,
  type FileTask,
  type Gap,
  type ListTask,
  placeOf,
  sourceOf,
  statusOf,
  type Task,
} from '../plan/tasks.js';
import type { GatherContext, TaskEnd } from './gather-context.js';
import { runCommand } from './run-command.js';

/** The result of a task: one item, or why there is none. */
export type Gathered = Item | Miss;

/** Whether a task gave an item. */
export function isItem(gathered: Gathered): gathered is Item {
  return 'path' in gathered;
}

type Gatherer<T extends Task> = (task: T, content: ItemContent, context: GatherContext) => Promise<TaskEnd>;

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
  const miss = ({ status, reason }: Gap, rc?: number): Miss => {
    const isFirst = firstOf > 1 && status !== 'skipped';
    const why = isFirst ? `${reason} (the first of ${firstOf}, the only one taken)` : reason;
    return defined({ source, container, status, rc, reason: redaction.text(why) });
  };
  const denial = await denied(task, context);
  if (denial !== undefined) return miss(denial);
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
    const { status, reason = '', rc, program, truncated, packed } = await gatherer(task, content, context);
    if (status !== undefined) {
      await content.discard();
      return miss({ status, reason }, rc);
    }
    const packing = content.packing();
    if (packing !== undefined) {
      await content.discard();
      return miss({ status: 'denied', reason: `left out: ${packedReason(packing)}` }, rc);
    }
    await context.turn?.();
    const kept = defined({
      ...{ source, commandLine, element, container, saveAs, raw: task.options.raw || undefined, packed, rc },
      program,
      truncated: truncated && { ...truncated, reason: redaction.text(truncated.reason) },
      duration: seconds(started),
    });
    const item = await content.keep(kept);
    if (item !== undefined) return item;
    if (content.isLeftOut())
      return miss({ status: 'empty', reason: `every line of ${describeSource(source)} is left out` }, rc);
    return miss({ status: 'skipped', reason: `not reached: ${context.end.reason()}` });
  } catch (error) {
    if (content.failure() !== undefined) context.failed(sinkFailure(content.failure()));
    await content.discard().catch(() => undefined);
    return miss(missOf(error, describeSource(sourceOf(task))));
  }
}

/** Why a task is not carried out, as its owner or the catalog wants it; undefined if it may be. Never throws. */
async function denied(task: Task, { session }: GatherContext): Promise<Gap | undefined> {
  try {
    const reason = await denialBefore(task, session);
    return reason === undefined ? undefined : { status: 'denied', reason };
  } catch (error) {
    return missOf(error, describeSource(sourceOf(task)));
  }
}

async function readFile(
  { path, by, options, log }: FileTask,
  content: ItemContent,
  { session, budget, end }: GatherContext,
): Promise<TaskEnd> {
  const { host } = session;
  const { raw } = options;
  const maxBytes = budget.left();
  const readAt = (realPath?: string) => host.readInto(path, content.take, { raw, by, maxBytes, realPath });
  const read = async (): Promise<LogEnd> => {
    if (log === undefined) return { cut: await readAllowed(path, session, readAt) };
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
  if (packed !== undefined) return defined({ packed, truncated });
  // What was given may not have the beginning of the file.
  if (truncated !== undefined || log?.window !== undefined)
    await content.checkBeginning(() => host.readFile(path, { by }));
  return defined({ truncated });
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

function missOf(error: unknown, what: string): Gap {
  const message = messageOf(error);
  if (isHostError(error)) return { status: statusOf(error.problem), reason: message };
  return { status: 'failed', reason: isHostspecError(error) ? message : `${what}: ${message}` };
}

/** The error of a sink, which may be any. */
function sinkFailure(error: unknown): HostspecError {
  if (isHostspecError(error)) return error;
  const message = messageOf(error);
  return new HostspecError('SINK', `the sink cannot take more: ${message}`, { cause: error });
}

function seconds(since: number): number {
  return Math.round(performance.now() - since) / 1000;
}
