import { fstatSync } from 'node:fs';
import {
  type HostProblem,
  HostspecError,
  type Item,
  type ItemFile,
  type ItemPlace,
  isHostspecError,
  type Miss,
  type Sink,
  type Source,
  type SpecOptions,
} from '@hostspec/spec';
import type { Limiter } from './limit.js';
import { hashOpen, isBlank, readStart, writeBytes } from './live/copy.js';
import { toFileSystem } from './live/path-bytes.js';
import { isExhausted, isFull, problemOf } from './live/problems.js';
import { freeSpace, minScratch } from './live/scratch.js';
import { readerOf } from './named-paths.js';
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
  /** Bytes that an item may have by what is left for the whole run; undefined where that has no limit. */
  readonly room: () => number | undefined;
  /** Told of every item that the sink keeps. */
  readonly kept: (item: Item) => void;
  /** Told when the sink can take no more: `NO_SPACE` or `SINK`. */
  readonly failed: (error: HostspecError) => void;
}

/** The bytes of a failed command's output that the outcome shows. */
const shownBytes = 1024;

// Where no descriptor is left, something that ends soon frees some.
const attempts = 30;
const pause = 100;

/** Carries out one task of a spec: its content goes to the sink, its result comes back. Never throws. */
export async function gather(
  name: string,
  task: Task,
  options: Partial<SpecOptions>,
  context: GatherContext,
): Promise<Gathered> {
  for (let attempt = 1; ; attempt++)
    try {
      return await gatherOnce(name, task, options, context);
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

async function gatherOnce(
  name: string,
  task: Task,
  options: Partial<SpecOptions>,
  context: GatherContext,
): Promise<Gathered> {
  const source = sourceOf(task);
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
        ? await runCommand(task, options, slot, context)
        : await context.fileLimit(() =>
            task.kind === 'file' ? copyFile(task, options, slot, context) : list(task.path, slot, context),
          );
    if ('status' in got) {
      slot.discard();
      return miss(got.status, got.reason, got.rc);
    }
    const file = slot.open();
    const item: Item = {
      path: file.path,
      source,
      ...(place.commandLine === undefined ? {} : { commandLine: place.commandLine }),
      ...(task.element === undefined ? {} : { element: task.element }),
      ...(task.container === undefined ? {} : { container: task.container }),
      ...(options.saveAs === undefined ? {} : { saveAs: options.saveAs }),
      ...(options.raw ? { raw: true } : {}),
      ...got,
      duration: seconds(started),
    };
    context.sink.keep(file, item);
    context.kept(item);
    return { item };
  } catch (error) {
    const free = freeSpace(slot.opened()?.fd);
    slot.discard();
    if (!isFull(error)) throw error;
    const size = task.kind === 'file' ? (await context.tools.host.stat(task.path))?.size : undefined;
    throw noSpace(`${describe(source)} needs ${size ? `${size} bytes` : 'more'}`, free, error);
  }
}

type Got = Pick<Item, 'bytes' | 'sha256' | 'truncated' | 'rc'> | Pick<Miss, 'status' | 'reason' | 'rc'>;

async function copyFile(
  { path, by }: FileTask,
  options: Partial<SpecOptions>,
  slot: Slot,
  { tools, room }: GatherContext,
): Promise<Got> {
  await breathe();
  const how = { raw: options.raw, by, maxBytes: room() };
  const { bytes, sha256, cut } = await tools.host.copyFile(path, () => slot.open().fd, how);
  if (bytes === 0 || (!options.raw && isBlank(slot.open().fd, bytes)))
    return { status: 'empty', reason: `${path} ${bytes === 0 ? 'is empty' : 'contains only line ends'}` };
  return { bytes, sha256, ...(cut === undefined ? {} : { truncated: cut }) };
}

let breathed = 0;

/** Between files, commands that ended are noticed. */
async function breathe(): Promise<void> {
  if (performance.now() - breathed < 1) return;
  await new Promise(setImmediate);
  breathed = performance.now();
}

async function list(path: string, slot: Slot, { tools }: GatherContext): Promise<Got> {
  const names = await tools.host.list(path);
  if (names.length === 0) return { status: 'empty', reason: `${path} has no entries` };
  const bytes = Buffer.from(toFileSystem(`${names.join('\n')}\n`));
  const { cut: _, ...written } = writeBytes(slot.open().fd, bytes, { maxBytes: bytes.length });
  return written;
}

async function runCommand(
  task: CommandTask,
  options: Partial<SpecOptions>,
  slot: Slot,
  { tools, room }: GatherContext,
): Promise<Got> {
  const as = task.by ?? (await readerOf(tools.host, task.argv));
  const how = {
    maxBytes: room(),
    ...(options.env === undefined ? {} : { env: options.env }),
    ...(options.inheritEnv === undefined ? {} : { inheritEnv: options.inheritEnv }),
    ...(options.timeout === undefined ? {} : { timeout: options.timeout }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(task.stdin === undefined ? {} : { stdin: task.stdin }),
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
    if (task.container && isMissingInside(rc, output))
      return {
        status: 'absent',
        reason: `in container ${task.container.id}${output}`,
        ...(rc === undefined ? {} : { rc }),
      };
    const said = reason ?? `${program} exited with ${rc}${output || ' and printed nothing'}`;
    // Of a host that is an archive it is not this user who was denied something.
    const isUser = tools.host.live && process.getuid?.() !== 0;
    const needsRoot = isUser && options.effects?.needsRoot;
    return {
      status: needsRoot || (isUser && saysDenied(output)) ? 'denied' : 'failed',
      reason: needsRoot ? `needs root: ${said}` : said,
      ...(rc === undefined ? {} : { rc }),
    };
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

/** Whether a program's output names the system's reason for a user who is not allowed something. */
function saysDenied(output: string): boolean {
  return /permission denied|operation not permitted/i.test(output);
}

/** Whether what a container's engine or `cat` printed says that the program or file is not there. */
function isMissingInside(rc: number | undefined, printed: string): boolean {
  return rc === 127 || (rc === 1 && /^: cat: .*No such file or directory$/.test(printed));
}

/** A file of the sink that is opened only when there is something to write. */
interface Slot {
  open(): ItemFile;
  opened(): ItemFile | undefined;
  discard(): void;
}

function openSlot(sink: Sink, place: ItemPlace): Slot {
  let file: ItemFile | undefined;
  return {
    open() {
      file ??= sink.open(place);
      return file;
    },
    opened: () => file,
    discard() {
      if (file) sink.discard(file);
      file = undefined;
    },
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
    `there is no space left where the archive is written${left}, ${needs}`,
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
