import { defined } from '@hostspec/host-kit';
import {
  type Account,
  type Container,
  type HostProblem,
  type ItemPlace,
  isHostError,
  type Miss,
  messageOf,
  type Source,
  type SpecOptions,
} from '@hostspec/spec';
import type { LogRead } from '../logs/read-log.js';
import { unpackedPath } from '../logs/unpack.js';

/** Why there is nothing to collect. */
export interface Gap {
  readonly status: Miss['status'];
  readonly reason: string;
}

/** The status of what a host could not give. */
export function statusOf(problem: HostProblem): Miss['status'] {
  return problem === 'refused' ? 'denied' : problem;
}

/** The gap that an error leaves. */
export function gapOf(error: unknown): Gap {
  const reason = messageOf(error);
  return { status: isHostError(error) ? statusOf(error.problem) : 'failed', reason };
}

interface TaskBase {
  /** The options for this task: those of its spec, and of the specs around it. */
  readonly options: Partial<SpecOptions>;
  readonly element?: string | readonly string[];
  readonly container?: Container;
  /** The account that named the file or program, whose rights are used for it. */
  readonly by?: Account;
  /** Why the task must not be carried out. */
  readonly refused?: string;
  readonly refusedStatus?: Miss['status'];
  /** Set if only the first item is wanted: how many sources there are. */
  readonly firstOf?: number;
}

/** Reads one file. */
export interface FileTask extends TaskBase {
  readonly kind: 'file';
  readonly path: string;
  /** How to read it, if it is a log. */
  readonly log?: LogRead;
}

/** Runs one command. */
export interface CommandTask extends TaskBase {
  readonly kind: 'command';
  readonly argv: readonly string[];
  readonly commandLine: string;
  readonly stdin?: string;
  /** The path read inside a container. */
  readonly containerPath?: string;
}

/** Lists one directory. */
export interface ListTask extends TaskBase {
  readonly kind: 'listing';
  readonly path: string;
}

/** One piece of work that gives at most one item. */
export type Task = FileTask | CommandTask | ListTask;

/** The tasks of a spec on this host: all of several tasks, or the first alternative. */
export type SpecTasks =
  | {
      readonly kind: 'every';
      readonly tasks: readonly Task[];
      /** Why there are no tasks, or some are missing. */
      readonly gap?: Gap;
      /** Descriptions of what was left out; content is then incomplete. */
      readonly note?: string;
    }
  | {
      readonly kind: 'first';
      readonly alternatives: readonly (() => Promise<SpecTasks>)[];
      /** The first one that is there is taken, even if it is empty. Default: the first one that gives content. */
      readonly takesEmpty?: true;
    };

/** What a sink and a manifest are told about the item of a task. */
export function placeOf(spec: string, task: Task): ItemPlace & Pick<Task, 'element'> {
  const { options, container, element } = task;
  return {
    spec,
    source: sourceOf(task),
    ...defined({ element }),
    ...(task.kind === 'command' && task.containerPath === undefined ? { commandLine: task.commandLine } : {}),
    ...defined({ saveAs: options.saveAs, container }),
    ...(task.kind === 'file' && task.log?.packing !== undefined
      ? { unpackedPath: unpackedPath(task.path) ?? task.path }
      : {}),
  };
}

/** A source in words: its path, or its command as one line. */
export function describeSource(source: Source): string {
  return source.kind === 'command' ? source.argv.join(' ') : source.path;
}

/** What a task touches, as the plan and the manifest name it: for a file in a container, its path there. */
export function sourceOf(task: Task): Source {
  if (task.kind === 'command')
    return task.containerPath === undefined
      ? { kind: 'command', argv: task.argv }
      : { kind: 'file', path: task.containerPath };
  return { kind: task.kind, path: task.path };
}

/** Exactly these tasks. */
export function every(...tasks: readonly Task[]): SpecTasks {
  return { kind: 'every', tasks };
}

/** All of these tasks, with notes about what was left out. */
export function noted(tasks: readonly Task[], notes: readonly string[]): SpecTasks {
  return { kind: 'every', tasks, ...(notes.length > 0 ? { note: notes.join('; ') } : {}) };
}

/** No task, and why. */
export function none(status: Gap['status'], reason: string): SpecTasks {
  return { kind: 'every', tasks: [], gap: { status, reason } };
}
