import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { codeOf, unmappedOwner } from '@hostspec/files';
import { type HostProblem, hostError } from '@hostspec/spec';
import { accountName, groupName } from './login-account.js';
import type { MountGuard } from './mounts.js';
import { fromFileSystem, toFileSystem } from './path-bytes.js';
import { parentOf, partsOf } from './path-parts.js';

/** A program that only root or the collector's own account can replace. */
interface TrustedProgram {
  /** The path without links. */
  readonly real: string;
  readonly stats: Stats;
  /** Whether it is below a directory of the operating system. */
  readonly ofSystem: boolean;
  /** Whether the way leads through a shared directory: if root removes what is below it, others can replace it. */
  readonly passing: boolean;
}

/**
 * Judges a path before it is executed. Only programs that this accepts may run with the collector's rights.
 * @throws HostError that names the component and the problem
 */
export type ProgramJudge = (path: string) => TrustedProgram;

/** The `lstat` result for an accepted component of a path; for any other, the judge throws. */
type Component =
  | { readonly kind: 'link'; readonly target: string }
  /** `shared`: everybody may add names to it, but only the owner of a name may change it. */
  | { readonly kind: 'directory'; readonly stats: Stats; readonly shared: boolean }
  | { readonly kind: 'other'; readonly stats: Stats };

const maxLinks = 40;
const writableByGroup = 0o020;
const writableByOthers = 0o002;
const sticky = 0o1000;

/**
 * Makes the judge of the running machine. It walks a path itself, one component at a time, so that the kernel follows nothing,
 * and requires that every directory, link and file belongs to root and that nobody else may write to it. Components stay
 * judged for the life of the judge if whoever could change or replace one later is root.
 */
export function programJudge(guard: MountGuard): ProgramJudge {
  const component = componentJudge();
  return (program) => {
    let rest = partsOf(program);
    let path = '';
    let links = 0;
    const way = [component('/', [], program)];
    let passing = isShared(way[0]);
    for (let part = rest.shift(); part !== undefined; part = rest.shift()) {
      if (part === '.') continue;
      if (part === '..') {
        path = parentOf(path);
        if (way.length > 1) way.pop();
        continue;
      }
      const next = `${path}/${part}`;
      // The links of a process in /proc do not lead where their text says, and the process chooses the target.
      if (next === '/proc') refuse(program, 'its path leads through /proc');
      const mount = guard.at(next);
      if (mount) refuse(program, `it is on the ${mount.type} mount ${mount.path}, which is not entered`);
      const judged = component(next, way, program);
      if (judged.kind === 'link') {
        if (++links > maxLinks) refuse(program, 'too many symbolic links');
        if (judged.target.startsWith('/')) {
          path = '';
          way.length = 1;
        }
        rest = [...partsOf(judged.target), ...rest];
        continue;
      }
      if (rest.length > 0 && judged.kind !== 'directory') throw notFound(program);
      path = next;
      way.push(judged);
      passing ||= isShared(judged);
    }
    const last = way.at(-1);
    if (last?.kind !== 'other' || !last.stats.isFile())
      throw hostError('absent', `command not found: ${program} is not a file`);
    const ofSystem = isOfSystem(path);
    const medium = ofSystem ? undefined : guard.withoutSetuid(path);
    if (medium !== undefined)
      refuse(program, `${medium} is mounted nosuid, so the owners of its files cannot be trusted`);
    return { real: path, stats: last.stats, ofSystem, passing };
  };
}

/** Makes the judge of the next component of a way, which is the components before it, the root first. */
function componentJudge(): (path: string, way: readonly Component[], program: string) => Component {
  const trustedOwners = new Set([0, process.geteuid?.() ?? 0]);
  const unmapped = unmappedOwner();
  const known = new Map<string, Component>();
  const others = trustedOwners.size > 1 ? 'others' : 'users other than root';

  const belongsToTrusted = (path: string, { uid }: Stats): boolean =>
    trustedOwners.has(uid) || (uid === unmapped && (path === '/' || isOfSystem(path)));

  const judge = (path: string, parent: Component | undefined, program: string): Component => {
    const stats = lstatSync(toFileSystem(path));
    const replace = `so ${others} could replace the program`;
    if (!belongsToTrusted(path, stats))
      refuse(program, `${path} belongs to ${accountName(stats.uid)}, ${replace}`);
    if (isShared(parent) && !stats.isDirectory())
      refuse(program, `${path} is in a directory that everybody may write to, ${replace}`);
    if (stats.isSymbolicLink()) return { kind: 'link', target: linkTarget(path) };
    // The group bits are the mask of an access control list, so they show what a list grants to anybody.
    const byGroup = (stats.mode & writableByGroup) !== 0;
    const byOthers = (stats.mode & writableByOthers) !== 0;
    // A directory that nobody else may write to can be neither moved into a sticky directory nor out of it by others, nor
    // have a second name there. A file can have one, and a link too.
    const shared = (byGroup || byOthers) && stats.isDirectory() && (stats.mode & sticky) !== 0;
    if ((byGroup || byOthers) && !shared) {
      const who = byOthers ? 'everybody' : `group ${groupName(stats.gid)}, or an access control list,`;
      const remedy = `chmod ${byOthers ? 'go' : 'g'}-w ${path}`;
      refuse(program, `${who} may write to ${path}, ${replace}; to allow it: ${remedy}`);
    }
    return stats.isDirectory() ? { kind: 'directory', stats, shared } : { kind: 'other', stats };
  };

  return (path, way, program) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const judged = judge(path, way.at(-1), program);
    // Below a shared directory, others can make a directory with the name of one that root removed.
    if (!way.some(isShared)) known.set(path, judged);
    return judged;
  };
}

function refuse(program: string, fault: string): never {
  throw hostError('refused', `${program} is refused: ${fault}`);
}

function isShared(component: Component | undefined): boolean {
  return component?.kind === 'directory' && component.shared;
}

/** Converts an error of a judge to the problem and reason of a command. */
export function judgedProblem(error: unknown, path: string): { problem: HostProblem; reason: string } {
  const code = codeOf(error);
  if (code === 'EACCES') return { problem: 'denied', reason: `no permission to run ${path}` };
  const { problem, message } = notFound(path);
  if (code !== 'HOST') return { problem, reason: message };
  const known = error as ReturnType<typeof hostError>;
  return { problem: known.problem, reason: known.message };
}

function notFound(path: string): ReturnType<typeof hostError> {
  return hostError('absent', `command not found: ${path}`);
}

/** Directories of the distribution, with the links in /etc that lead from one of its programs to another. */
function isOfSystem(path: string): boolean {
  return /^\/(?:bin|sbin|usr|lib(?:32|64|x32)?|etc\/alternatives)(?:\/|$)/.test(path)
    ? !/^\/usr\/local(?:\/|$)/.test(path)
    : path === '/etc';
}

function linkTarget(path: string): string {
  return fromFileSystem(readlinkSync(toFileSystem(path), 'buffer'));
}
