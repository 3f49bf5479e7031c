import { absolutePath } from '@hostspec/host-kit';
import {
  type Catalog,
  type FileFacts,
  type Host,
  type HostError,
  hasWildcard,
  hostError,
  isHostError,
  nameMatcher,
} from '@hostspec/spec';
import { isPrinter, programOf } from './printers.js';
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

/** Like `denialOf`, for a task that is carried out next. `readAllowed` will check the links to a file that it reads, so they are not checked here. */
export async function denialBefore(task: Task, ground: Ground): Promise<string | undefined> {
  const { denials } = ground;
  // Facts about a log are there already, and its parts are not read by `readAllowed`.
  const isCheckedWhenRead = task.kind === 'file' && task.log === undefined;
  return isCheckedWhenRead ? denials && contentDenial(task.path, denials) : denialOf(task, ground);
}

/** Why the file that links lead to must not be read; undefined if it may, or if there are no links. */
async function linkDenial(
  path: string,
  host: Host,
  denials: Forbidden,
  known?: FileFacts,
): Promise<string | undefined> {
  const leadsTo = (known ?? (await host.stat(path)))?.leadsTo;
  return leadsTo === undefined ? undefined : targetDenial(leadsTo, denials);
}

/** Why the file at the end of links must not be read; undefined if it may. */
function targetDenial(leadsTo: string, denials: Forbidden): string | undefined {
  const reason = contentDenial(leadsTo, denials);
  return reason === undefined ? undefined : `${reason} (links lead to ${leadsTo})`;
}

/**
 * Reads a file whose name is allowed, unless links lead to one that is not. `read` gets the path that the host must check when it opens the
 * file, so that links cannot be changed after they were looked at, and files without links cost no further request.
 *
 * @throws what `refusal` makes of the reason if it must not be read, by default a HostError `denied`; what `read` throws.
 */
export async function readAllowed<T>(
  path: string,
  { host, denials }: Ground,
  read: (realPath: string | undefined) => Promise<T>,
  refusal: (reason: string) => HostError = (reason) => hostError('denied', reason),
): Promise<T> {
  if (denials === undefined) return read(undefined);
  if (!host.checksRealPath) {
    const reason = await linkDenial(path, host, denials);
    if (reason !== undefined) throw refusal(reason);
    return read(undefined);
  }
  try {
    return await read(absolutePath(path));
  } catch (error) {
    if (!isHostError(error) || error.leadsTo === undefined) throw error;
    const { leadsTo } = error;
    const reason = targetDenial(leadsTo, denials);
    if (reason !== undefined) throw refusal(reason);
    return read(leadsTo);
  }
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

/** Says why a file or a command line is never collected; undefined if it may be. */
interface NeverRules {
  /** Called with an absolute path without links. */
  file(path: string): string | undefined;
  command(line: string): string | undefined;
}

type Test = (names: readonly string[]) => boolean;

/** The rules of a catalog for what is never collected. */
export function neverRules({ files, commands }: NonNullable<Catalog['neverCollected']>): NeverRules {
  const isFile = fileTest(files);
  const wanted = commands.map((written) => written.split(' '));
  const file = (path: string): string | undefined =>
    isFile(path.slice(1).split('/')) ? neverReason(path) : undefined;
  return {
    file,
    command(line) {
      const [word = '', ...given] = line.match(/\S+/g) ?? [];
      const program = programOf(word);
      const found = wanted.find(([first, ...rest]) => {
        if (first !== program) return false;
        const inOrder = given.filter((each) => rest.includes(each));
        return rest.every((each, at) => each === inOrder[at]);
      });
      if (found) return neverReason(found.join(' '));
      if (!isPrinter(word)) return undefined;
      for (const path of pathsIn(given)) {
        const reason = file(path);
        if (reason !== undefined) return reason;
      }
      return undefined;
    },
  };
}

const neverReason = (what: string): string => `${what} is never collected: it can hold secrets`;

/** The paths that words can name, also behind an option, in quotes or in a script. */
function pathsIn(words: readonly string[]): readonly string[] {
  const parts = words.flatMap((word) => word.split(/['"=,:;<>|&(){}$`@]+/)).filter((part) => part !== '');
  return parts.flatMap((part) => [
    absolutePath(part),
    absolutePath(part.slice(Math.max(0, part.indexOf('/')))),
  ]);
}

/** Names of directories whose answer is kept. Most paths of a run have the same few. */
const mostKnown = 1000;

/** A test for paths that runs for every file: it makes no functions. */
function fileTest(files: readonly string[]): Test {
  const below = files.filter((written) => written.includes('/'));
  const names = files.filter((written) => !written.includes('/'));
  const known = new Map(names.filter((name) => !hasWildcard(name)).map((name) => [name, true]));
  const matchers = names.filter(hasWildcard).map(nameMatcher);
  const isNever = (name: string): boolean => {
    const before = known.get(name);
    if (before !== undefined) return before;
    let found = false;
    for (const matches of matchers) found ||= matches(name);
    if (known.size < mostKnown) known.set(name, found);
    return found;
  };
  const places = placesByFirst(below);
  return (path) => {
    for (const name of path) if (isNever(name)) return true;
    for (const first of [path[0] ?? '', '*'])
      for (const place of places.get(first) ?? []) if (isBelow(place, path)) return true;
    return false;
  };
}

type Place = readonly ((name: string) => boolean)[];

/** Places by the first name of their paths; by `*` if that has a wildcard. */
function placesByFirst(below: readonly string[]): ReadonlyMap<string, readonly Place[]> {
  const places = new Map<string, Place[]>();
  for (const written of below) {
    const names = written.slice(1).split('/');
    const [first = ''] = names;
    const key = hasWildcard(first) ? '*' : first;
    places.set(key, [...(places.get(key) ?? []), names.map(nameMatcher)]);
  }
  return places;
}

/** Unlike in a `glob_file`, a wildcard also stands for a name that begins with a dot. */
function isBelow(place: Place, path: readonly string[]): boolean {
  if (path.length < place.length) return false;
  for (let at = 0; at < place.length; at++) if (!place[at]?.(path[at] ?? '')) return false;
  return true;
}
