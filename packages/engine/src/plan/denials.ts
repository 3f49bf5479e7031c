import { absolutePath } from '@hostspec/host-kit';
import type { Task } from './tasks.js';

/** What the owner of a host does not want to be collected. Each method returns why, or undefined for what is allowed. */
export interface Denials {
  /** Called with the name of a spec, before anything of it is looked at. */
  spec(name: string): string | undefined;
  /** Called with the absolute path of a file or directory, before it is read. It has no `.`, `..`, doubled slashes or slash at its end. */
  file(path: string): string | undefined;
  /** Called with a command line, before it is run. */
  command(line: string): string | undefined;
}

/** Why a file or directory must not be read; undefined if it may. */
export const fileDenial = (path: string, denials: Denials): string | undefined =>
  denials.file(absolutePath(path));

/** Why a task must not be carried out; undefined if it may. */
export function denialOf(task: Task, denials: Denials | undefined): string | undefined {
  if (denials === undefined) return undefined;
  if (task.kind !== 'command') return fileDenial(task.path, denials);
  const { containerPath, commandLine } = task;
  return containerPath === undefined ? denials.command(commandLine) : fileDenial(containerPath, denials);
}
