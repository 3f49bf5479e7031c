import { absolutePath } from '@hostspec/host-kit';
import type { Catalog, FileFacts, Host } from '@hostspec/spec';
import { neverRules } from './never.js';
import { isPrinter } from './printers.js';
import type { Task } from './tasks.js';

/** What the owner of a host does not want collected. Each method returns why, or undefined for what is allowed. */
export interface Denials {
  /** Called with the name of a spec, before anything of it is looked at. */
  spec(name: string): string | undefined;
  /** Called with the absolute path of a file or directory, before it is read. It has no `.`, `..`, doubled slashes or slash at its end. */
  file(path: string): string | undefined;
  /** Called with a command line, before it is run. */
  command(line: string): string | undefined;
}

/** All that must not be collected in a run. */
export interface Forbidden extends Denials {
  /** Called like `file`, for a file whose content is wanted, and not only its name or facts. */
  content(path: string): string | undefined;
}

/** What the owner of a host denies, together with what a catalog never collects; undefined if everything may be collected. */
export function forbidden(
  denials: Denials | undefined,
  { neverCollected }: Pick<Catalog<object>, 'neverCollected'>,
): Forbidden | undefined {
  if (denials === undefined && neverCollected === undefined) return undefined;
  const never = neverCollected && neverRules(neverCollected);
  return {
    spec: (name) => denials?.spec(name),
    file: (path) => denials?.file(path),
    content: (path) => denials?.file(path) ?? never?.file(path),
    command: (line) => denials?.command(line) ?? never?.command(line),
  };
}

/** Why a file or directory must not be listed or looked at; undefined if it may. */
export const fileDenial = (path: string, denials: Denials): string | undefined =>
  denials.file(absolutePath(path));

/** Why the content of a file must not be read, by its name; undefined if it may. */
export const contentDenial = (path: string, denials: Forbidden): string | undefined =>
  denials.content(absolutePath(path));

/** Where a task is carried out, and what it must keep to. */
interface Ground {
  readonly host: Host;
  readonly denials: Forbidden | undefined;
}

/** Why a task must not be carried out; undefined if it may. @throws HostError if a file that it reads cannot be looked at in time. */
export async function denialOf(task: Task, { host, denials }: Ground): Promise<string | undefined> {
  if (denials === undefined) return undefined;
  if (task.kind === 'listing') return fileDenial(task.path, denials);
  if (task.kind === 'file')
    return contentDenial(task.path, denials) ?? (await linkDenial(task.path, host, denials, task.log?.facts));
  const { containerPath, commandLine, argv } = task;
  if (containerPath !== undefined) return contentDenial(containerPath, denials);
  return denials.command(commandLine) ?? (await printedDenial(argv, host, denials));
}

/** Why the file that links lead to must not be read; undefined if it may, or if there are no links. */
export async function linkDenial(
  path: string,
  host: Host,
  denials: Forbidden,
  known?: FileFacts,
): Promise<string | undefined> {
  const leadsTo = (known ?? (await host.stat(path)))?.leadsTo;
  const reason = leadsTo === undefined ? undefined : contentDenial(leadsTo, denials);
  return reason === undefined ? undefined : `${reason} (links lead to ${leadsTo})`;
}

/** Why a file must not be printed that a link in the arguments of a command leads to; undefined if all may. */
export async function printedDenial(
  [program = '', ...rest]: readonly string[],
  host: Host,
  denials: Forbidden,
): Promise<string | undefined> {
  if (!host.executes || !isPrinter(program)) return undefined;
  for (const path of rest) {
    const reason = path.startsWith('/') ? await linkDenial(path, host, denials) : undefined;
    if (reason !== undefined) return reason;
  }
  return undefined;
}
