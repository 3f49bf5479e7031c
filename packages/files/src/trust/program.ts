import type { Stats } from 'node:fs';
import { type HostProblem, hostError } from '@hostspec/spec';
import { accountName, groupName } from '../account/login-account.js';
import { linkTarget, toFileSystem } from '../path-bytes.js';
import { codeOf } from '../system-error.js';
import { flawOf, type Place, writersOf } from './judge.js';
import type { MountGuard } from './mounts.js';
import { isOfSystem } from './owners.js';
import { walk } from './walk.js';
import { below, passesShared, type Stop, stopAt } from './way.js';

/** A program that only root or the collector's own account can replace. */
interface TrustedProgram {
  /** The path without links. */
  readonly real: string;
  readonly stats: Stats;
  readonly ofSystem: boolean;
  /** Whether the way leads through a shared directory: if root removes what is below it, others can replace it. */
  readonly passing: boolean;
}

/**
 * Judges a path before it is executed. Only programs that this accepts may run with the collector's rights.
 * @throws HostError that names the component and the problem
 */
export type ProgramJudge = (path: string) => TrustedProgram;

/**
 * Makes the judge of the running machine: every directory, link and file on the way must belong to root or this process's own
 * account, and nobody else may write to it. What only root can change or replace later is judged once.
 */
export function programJudge(guard: MountGuard): ProgramJudge {
  const known = new Map<string, Stop>();
  const component = (path: string, above: Stop | undefined, program: string): Stop => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const stop = stopAt(path, above, { written: toFileSystem, target: linkTarget });
    if (stop === undefined) throw notFound(program);
    const flaw = flawOf(stop);
    if (flaw) refuse(program, programFlaw(stop, flaw.by));
    // Below a shared directory, others can make a directory with the name of one that root removed.
    if (!passesShared(above)) known.set(path, stop);
    return stop;
  };
  return (program) => {
    let passing = false;
    const last = walk<Stop>(program, {
      root: () => component('/', undefined, program),
      up: (here) => here.above ?? here,
      down(here, name, rest) {
        const path = below(here, name);
        // The links of a process in /proc do not lead where their text says, and the process chooses the target.
        if (path === '/proc') refuse(program, 'its path leads through /proc');
        const mount = guard.at(path);
        if (mount) refuse(program, `it is on the ${mount.type} mount ${mount.path}, which is not entered`);
        const stop = component(path, here, program);
        passing ||= passesShared(stop);
        if (stop.target !== undefined) return { link: stop.target, from: here };
        if (rest.length > 0 && !stop.stats.isDirectory()) throw notFound(program);
        return { at: stop };
      },
      tooManyLinks: () => refused(program, 'too many symbolic links'),
    });
    if (!last.stats.isFile()) throw hostError('absent', `command not found: ${program} is not a file`);
    const ofSystem = isOfSystem(last.path);
    const medium = ofSystem ? undefined : guard.withoutSetuid(last.path);
    if (medium !== undefined)
      refuse(program, `${medium} is mounted nosuid, so the owners of its files cannot be trusted`);
    return { real: last.path, stats: last.stats, ofSystem, passing };
  };
}

function programFlaw(place: Place, by: string): string {
  const { path, stats } = place;
  const others = process.geteuid?.() === 0 ? 'users other than root' : 'others';
  const replace = `so ${others} could replace the program`;
  if (by === 'owner') return `${path} belongs to ${accountName(stats.uid)}, ${replace}`;
  if (by === 'server') return `${path} is a file system of a program of another user, ${replace}`;
  if (by === 'directory') return `${path} is in a directory that everybody may write to, ${replace}`;
  const byAll = writersOf(stats) === 'everybody';
  const who = byAll ? 'everybody' : `group ${groupName(stats.gid)}, or an access control list,`;
  return `${who} may write to ${path}, ${replace}; to allow it: chmod ${byAll ? 'go' : 'g'}-w ${path}`;
}

function refused(program: string, fault: string): Error {
  return hostError('refused', `${program} is refused: ${fault}`);
}

function refuse(program: string, fault: string): never {
  throw refused(program, fault);
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
