import { bytesText, defined, forEachOf, type Packing, packingBytes, packingOf } from '@hostspec/host-kit';
import { type FileFacts, isHostError, type SpecOptions } from '@hostspec/spec';
import type { FileTask } from '../plan/tasks.js';
import { type Gathered, gather, isItem } from '../run/gather.js';
import type { GatherContext } from '../run/gather-context.js';
import type { GatheredSpec } from '../run/outcome-of.js';
import type { Found, LogRead } from './read-log.js';
import { unpackedPath } from './unpack.js';
import type { Window } from './window.js';

type LogPart = NonNullable<SpecOptions['log']>;

/** A file of a log that may be opened. */
interface Candidate {
  readonly task: FileTask;
  /** Undefined if the host does not report them. */
  readonly facts: FileFacts | undefined;
}

/** Whether these tasks read one log, in one or more files. */
export function logOf(tasks: readonly { readonly options: Pick<SpecOptions, 'log'> }[]): LogPart | undefined {
  return tasks[0]?.options.log;
}

/** Collects the files of one log, from the newest file back, until its limit, or its share of the run's bytes, is reached. */
export function gatherLogs(
  name: string,
  tasks: readonly FileTask[],
  part: LogPart,
  atOnce: number,
  context: GatherContext,
): Promise<GatheredSpec> {
  const wanted = context.session.logs.full ? Number.POSITIVE_INFINITY : part.newest;
  return context.budget.withShare(wanted, async (limit) => {
    const { isCut, ...all } = await gatherNewest(name, tasks, { ...part, newest: limit }, atOnce, context);
    if (limit === wanted || !isCut) return all;
    const note = `${bytesText(limit)} is half of what was left of the bytes for the whole run`;
    return { ...all, note: [all.note, note].filter((each) => each !== undefined).join('; ') };
  });
}

async function gatherNewest(
  name: string,
  tasks: readonly FileTask[],
  part: LogPart,
  atOnce: number,
  context: GatherContext,
): Promise<GatheredSpec & { readonly isCut: boolean }> {
  const { host, logs } = context.session;
  const window = await logs.windowFor(part.window);
  const zone = await logs.zone();
  const candidates = await forEachOf(tasks, atOnce, async (task): Promise<Candidate> => {
    const facts = await host.look(task.path).catch(unknownIfHostError);
    return { task, facts: facts?.kind === 'file' ? facts : undefined };
  });
  const tally = tallyOf(window, tasks.length);
  const results = new Map<FileTask, Gathered>();
  let left = part.newest;
  for (const { task, facts } of newestFirst(candidates)) {
    if (facts === undefined) {
      results.set(task, await gather(name, task, context));
      continue;
    }
    const { size } = facts;
    if (isBefore(window, facts)) {
      tally.found({ by: 'modified', outside: size, isInside: false });
      continue;
    }
    const maxBytes = Math.min(left, logs.full ? left : (part.newestEach ?? left));
    // Part of a binary file is useless.
    if (left <= 0 || (task.options.raw && size > maxBytes)) {
      tally.leftOut(size);
      continue;
    }
    let isInside = true;
    const log: LogRead = {
      facts,
      packing: task.options.raw ? undefined : await packingAt(task, context),
      window,
      zone,
      maxBytes,
      memory: context.memory,
      found(found) {
        isInside = found.isInside;
        tally.found(found);
      },
    };
    const gathered = await gather(name, { ...task, log }, context);
    if (isItem(gathered)) {
      // After a file that was cut to its newest part, an older one would leave a hole. A damaged file is cut, too.
      const isNewestPart = gathered.truncated?.originalBytes !== undefined;
      left = maxBytes === left && isNewestPart ? 0 : left - gathered.bytes;
    }
    if (isInside) results.set(task, gathered);
  }
  const gathered = tasks.flatMap((task) => results.get(task) ?? []);
  const remark = tally.remark(gathered);
  const note = tally.note(part.newest);
  const isCut = note !== undefined || gathered.some((each) => isItem(each) && each.truncated !== undefined);
  if (gathered.length === 0 && remark === undefined && note !== undefined)
    return { gathered, isCut, gap: { status: 'skipped', reason: note } };
  return {
    gathered,
    isCut,
    ...(gathered.length > 0 || remark === undefined
      ? {}
      : { gap: { status: 'empty' as const, reason: remark } }),
    ...(remark === undefined || gathered.length === 0 ? {} : { remark }),
    ...defined({ note }),
  };
}

/** Sorts the newest files first; files of the same age by name, because numbers in names rise with age. */
function newestFirst(candidates: readonly Candidate[]): readonly Candidate[] {
  const time = ({ facts }: Candidate): number => facts?.modified ?? 0;
  return [...candidates].sort((one, other) => time(other) - time(one));
}

function isBefore(window: Window | undefined, { modified }: FileFacts): boolean {
  return window?.since !== undefined && modified !== 0 && modified < window.since;
}

/** The packing of a file whose name says that it is packed; a name alone may be wrong. */
async function packingAt(
  { path, by }: FileTask,
  { session: { host } }: GatherContext,
): Promise<Packing | undefined> {
  if (unpackedPath(path) === undefined) return undefined;
  try {
    return packingOf(await host.readFile(path, { by, maxBytes: packingBytes }));
  } catch (error) {
    return unknownIfHostError(error);
  }
}

function unknownIfHostError(error: unknown): undefined {
  if (isHostError(error)) return undefined;
  throw error;
}

/** Counts what a window and a limit left out. */
function tallyOf(window: Window | undefined, files: number) {
  const inside = { stamps: 0, modified: 0 };
  let outside = 0;
  const over = { files: 0, bytes: 0 };
  return {
    found(found: Found): void {
      outside += found.outside;
      if (found.isInside) inside[found.by]++;
    },
    leftOut(bytes: number): void {
      over.files++;
      over.bytes += bytes;
    },
    /** What the window left out, in words; undefined if the times of lines say that it left out nothing of what was `gathered`. */
    remark({ length }: readonly Gathered[]): string | undefined {
      const { stamps, modified } = inside;
      if (window === undefined || (outside === 0 && modified === 0 && length > 0)) return undefined;
      const how = [
        stamps > 0 ? `${stamps} by the times of lines` : '',
        modified > 0 ? `${modified} by the time of modification` : '',
      ].filter((text) => text !== '');
      const ways = how.length > 0 ? ` (${how.join(', ')})` : '';
      return `window ${window.asked}: ${stamps + modified} of ${files} files${ways}, ${bytesText(outside)} outside`;
    },
    /** What the limit left out, in words. */
    note(newest: number): string | undefined {
      if (over.files === 0) return undefined;
      return `newest ${bytesText(newest)}: ${over.files} of ${files} files with ${bytesText(over.bytes)} left out`;
    },
  };
}
