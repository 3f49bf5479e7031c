import { fstatSync, ftruncateSync } from 'node:fs';
import {
  type HostProblem,
  HostspecError,
  type Item,
  type ItemPlace,
  isHostspecError,
  type Miss,
  type Sink,
  type Source,
} from '@hostspec/spec';
import type { Budget } from './budget.js';
import { isMissingInside, meaningOf } from './exit-meaning.js';
import type { Limiter } from './limit.js';
import { breathe } from './live/breathe.js';
import { type Copied, hashOpen, isBlank, readStart, writeBytes } from './live/copy.js';
import { whileLeased } from './live/lease.js';
import { toFileSystem } from './live/path-bytes.js';
import { isExhausted, isFull, problemOf, whyFull } from './live/problems.js';
import { freeSpace, minScratch } from './live/scratch.js';
import { readerOf } from './named-paths.js';
import { runOptions } from './options.js';
import { openSlot, type Slot } from './slot.js';
import type { CommandTask, FileTask, Task } from './sources.js';
import type { Tools } from './tools.js';

/** What a task came to. */
export type Gathered = { readonly item: Item } | { readonly miss: Miss };

/** What gathering needs beside the host. */
export interface GatherContext {
  readonly tools: Tools;
  readonly sink: Sink;
  /** How many files are open at once. */
  readonly fileLimit: Limiter;
  readonly budget: Budget;
  /** Why the run is stopped; undefined while it is not. */
  readonly stopped: () => string | undefined;
  /** Told when the sink can take no more: `NO_SPACE` or `SINK`. */
  readonly failed: (error: HostspecError) => void;
}

/** The bytes of a failed command's output that the outcome shows. */
const shownBytes = 1024;

/** Seconds that a file may take on a host that does not say. */
const defaultTimeout = 10;

// Where no descriptor is left, something that ends soon frees some.
const attempts = 30;
const pause = 100;

/** Carries out one task of a spec: its content goes to the sink, its result comes back. Never throws. */
export async function gather(name: string, task: Task, context: GatherContext): Promise<Gathered> {
  for (let attempt = 1; ; attempt++)
    try {
      return await gatherOnce(name, task, context);
    } catch (error) {
      if (isExhausted(error) && attempt < attempts) {
        await new Promise((resolve) => setTimeout(resolve, pause));
        continue;
      }
      if (isHostspecError(error)) context.failed(error);
      const source = sourceOf(task);
      const { problem, message } = problemOf(error, describe(source));
      const reason = isHostspecError(error) ? error.message : message;
      return { miss: { source, status: statusOf(problem), reason } };
    }
}

async function gatherOnce(name: string, task: Task, context: GatherContext): Promise<Gathered> {
  const source = sourceOf(task);
  const { options } = task;
  const miss = (status: Miss['status'], reason: string, rc?: number): Gathered => ({
    miss: {
      source,
      ...(task.container === undefined ? {} : { container: task.container }),
      status,
      reason,
      ...(rc === undefined ? {} : { rc }),
    },
  });
  if (task.refused !== undefined) return miss(task.refusedStatus ?? 'denied', task.refused);
  const place: ItemPlace = {
    spec: name,
    source,
    ...(task.kind === 'command' && task.containerPath === undefined ? { commandLine: task.commandLine } : {}),
    ...(options.saveAs === undefined ? {} : { saveAs: options.saveAs }),
    ...(task.container === undefined ? {} : { container: task.container }),
  };
  const started = performance.now();
  const slot = openSlot(context.sink, place);
  try {
    const got =
      task.kind === 'command'
        ? await runCommand(task, slot, context)
        : task.kind === 'file'
          ? await copyFile(task, slot, context)
          : await context.fileLimit(() => list(task.path, slot, context));
    if ('status' in got) {
      slot.discard();
      return miss(got.status, got.reason, got.rc);
    }
    const file = slot.open();
    const allowed = context.budget.take(got.bytes);
    if (allowed === 0) {
      slot.discard();
      return miss('skipped', `not reached: ${context.stopped()}`);
    }
    const content = allowed < got.bytes ? await cutTo(file.fd, allowed, got) : got;
    const item: Item = {
      path: file.path,
      source,
      ...(place.commandLine === undefined ? {} : { commandLine: place.commandLine }),
      ...(task.element === undefined ? {} : { element: task.element }),
      ...(task.container === undefined ? {} : { container: task.container }),
      ...(options.saveAs === undefined ? {} : { saveAs: options.saveAs }),
      ...(options.raw ? { raw: true } : {}),
      ...content,
      duration: seconds(started),
    };
    context.sink.keep(file, item);
    return { item };
  } catch (error) {
    const free = freeSpace(slot.opened()?.fd);
    slot.discard();
    if (!isFull(error)) throw error;
    const { host } = context.tools;
    const facts = task.kind === 'file' ? await host.stat(task.path).catch(() => undefined) : undefined;
    const size = facts?.size;
    throw noSpace(`${describe(source)} needs ${size ? `${size} bytes` : 'more'}`, free, error);
  }
}

type Content = Pick<Item, 'bytes' | 'sha256' | 'truncated' | 'rc'>;
type Got = Content | Pick<Miss, 'status' | 'reason' | 'rc'>;

/** Cuts content that was under way when the bytes for the whole run were used up. */
async function cutTo(fd: number, allowed: number, got: Content): Promise<Content> {
  ftruncateSync(fd, allowed);
  const originalBytes = got.truncated?.originalBytes ?? got.bytes;
  const reason = `the first ${allowed} of ${got.bytes} bytes: no more was left for the whole run`;
  return { ...got, ...(await hashOpen(fd, allowed)), truncated: { reason, originalBytes } };
}

async function copyFile(
  { path, by, options }: FileTask,
  slot: Slot,
  { tools: { host }, fileLimit, budget, stopped }: GatherContext,
): Promise<Got> {
  const copy = async (): Promise<Copied> => {
    await breathe();
    return host.copyFile(path, () => slot.open().fd, { raw: options.raw, by, maxBytes: budget.left() });
  };
  // Who waits for a lease keeps no other file from being read.
  const patience = { seconds: host.timeout ?? defaultTimeout, stopped };
  const { bytes, sha256, cut } = await whileLeased(path, () => fileLimit(copy), patience);
  if (bytes === 0 || (!options.raw && isBlank(slot.open().fd, bytes)))
    return { status: 'empty', reason: `${path} ${bytes === 0 ? 'is empty' : 'contains only line ends'}` };
  return { bytes, sha256, ...(cut === undefined ? {} : { truncated: cut }) };
}

async function list(path: string, slot: Slot, { tools }: GatherContext): Promise<Got> {
  const names = await tools.host.list(path);
  if (names.length === 0) return { status: 'empty', reason: `${path} has no entries` };
  const bytes = Buffer.from(toFileSystem(`${names.join('\n')}\n`));
  const { cut: _, ...written } = writeBytes(slot.open().fd, bytes, { maxBytes: bytes.length });
  return written;
}

async function runCommand(task: CommandTask, slot: Slot, { tools, budget }: GatherContext): Promise<Got> {
  const { options, stdin } = task;
  const as = task.by ?? (await readerOf(tools.host, task.argv));
  const how = {
    maxBytes: budget.left(),
    ...runOptions(options),
    ...(stdin === undefined ? {} : { stdin }),
    ...(as === undefined ? {} : { as }),
  };
  const { rc, problem, reason, cut } = await tools.host.runInto(task.argv, () => slot.open().fd, how);
  const program = task.argv[0] ?? '';
  const fd = slot.opened()?.fd;
  const size = fd === undefined ? 0 : fstatSync(fd).size;
  if (fd !== undefined && rc !== 0) checkRoom(fd, program);
  const printed = (): string => {
    const text = fd === undefined ? '' : readStart(fd, shownBytes).toString().trim();
    return text === '' ? '' : `: ${text}`;
  };
  const partial = problem === 'timed out' && options.keepRc && size > 0;
  if (problem && !partial) return { status: statusOf(problem), reason: `${reason ?? problem}${printed()}` };
  if (rc !== 0 && !options.keepRc) {
    const output = printed();
    const ended = (status: Miss['status'], why: string): Got => ({
      status,
      reason: why,
      ...(rc === undefined ? {} : { rc }),
    });
    if (task.container && isMissingInside(rc, output))
      return ended('absent', `in container ${task.container.id}${output}`);
    // In an archive, it was not this user who was denied something.
    const isUser = tools.host.live && process.getuid?.() !== 0;
    const meaning = meaningOf(rc, output, options, isUser);
    const said = reason ?? `${program} exited with ${rc}${output || ' and printed nothing'}`;
    const needsRoot = meaning === 'denied' && options.effects?.needsRoot;
    if (meaning !== 'nothing found') return ended(meaning, needsRoot ? `needs root: ${said}` : said);
  }
  if (fd === undefined || isBlank(fd, size)) {
    const reason = `${program} printed ${size === 0 ? 'nothing' : 'only line ends'}`;
    return { status: 'empty', reason, ...(rc === undefined ? {} : { rc }) };
  }
  const hashed = await hashOpen(fd, size);
  const truncated = cut ?? (partial ? reason : undefined);
  return {
    ...hashed,
    ...(rc === undefined ? {} : { rc }),
    ...(truncated === undefined ? {} : { truncated: { reason: truncated } }),
  };
}

/** A command cannot say that its output had no room: the file system is asked. */
function checkRoom(fd: number, program: string): void {
  const free = freeSpace(fd);
  if (free !== undefined && free < minScratch) throw noSpace(`the output of ${program} needs more`, free);
}

/** The error of a target that has no room left. */
function noSpace(needs: string, free: number | undefined, cause?: unknown): HostspecError {
  const left = free === undefined ? '' : `, ${free} bytes are free`;
  return new HostspecError(
    'NO_SPACE',
    `there is no space left where the archive is written${whyFull(cause)}${left}, ${needs}`,
    { cause },
  );
}

/** What a task touches, as the plan and the manifest name it: of a file in a container its path there. */
export function sourceOf(task: Task): Source {
  if (task.kind === 'command')
    return task.containerPath === undefined
      ? { kind: 'command', argv: task.argv }
      : { kind: 'file', path: task.containerPath };
  return { kind: task.kind, path: task.path };
}

function describe(source: Source): string {
  return source.kind === 'command' ? source.argv.join(' ') : source.path;
}

/** The status of what a host could not give. */
export function statusOf(problem: HostProblem): Miss['status'] {
  return problem === 'refused' ? 'denied' : problem;
}

function seconds(since: number): number {
  return Math.round(performance.now() - since) / 1000;
}
