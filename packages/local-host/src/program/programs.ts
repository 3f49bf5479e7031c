import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readlinkSync,
  readSync,
  type Stats,
} from 'node:fs';
import { codeOf, notExecutable, pathOnly } from '@hostspec/files';
import { judgedProblem, type ProgramJudge } from '@hostspec/files/host';
import { type HostProblem, hostError } from '@hostspec/spec';
import { searchPath } from '../account/account-environment.js';

/** The homes of programs on the running machine. The runner has the same. */
export const programHomes: ProgramHomes = {
  usual: ['/usr/bin', '/usr/sbin', '/bin', '/sbin'],
  further: ['/usr/local/bin', '/usr/local/sbin', '/snap/bin', '/var/lib/rancher/rke2/bin'],
  programs: ['crictl', 'helm', 'k3s', 'kubectl', 'lxc', 'lxd', 'microk8s', 'rke2', 'zfs', 'zpool'],
};

/** A program that may be started, or the reason not to. */
export type Program =
  | {
      readonly path: string;
      /** The path without links. */
      readonly real: string;
      /** The judged file, if it must be executed by a descriptor: a binary outside the system's directories. */
      readonly judged?: Stats;
      /** Set if others could replace it later: it has to be found again each time. */
      readonly passing?: true;
    }
  | { readonly path?: undefined; readonly problem: HostProblem; readonly reason: string };

/**
 * Finds programs that may be started. Remembers the program of each word, unless others could replace it. A program that is not at its path
 * is looked for in the homes of programs.
 */
export function programFinder(judge: ProgramJudge, homes = programHomes): (word: string) => Program {
  const known = new Map<string, Program>();
  return (word) => {
    const program = known.get(word) ?? find(word, judge, homes);
    if (program.path === undefined || !program.passing) known.set(word, program);
    return program;
  };
}

function find(word: string, judge: ProgramJudge, homes: ProgramHomes): Program {
  if (word.startsWith('/')) {
    const named = check(word, judge);
    return named.path === undefined && named.problem === 'absent'
      ? firstOf(otherPaths(word, homes), judge, named)
      : named;
  }
  const missing: Program = { problem: 'absent', reason: `command not found: ${word}` };
  if (word.includes('/')) return missing;
  return firstOf(
    searchPath.map((directory) => `${directory}/${word}`),
    judge,
    missing,
  );
}

/** The first program that may be started, or why the first that is there may not. */
function firstOf(paths: readonly string[], judge: ProgramJudge, missing: Program): Program {
  let denied: Program | undefined;
  for (const path of paths) {
    const program = check(path, judge);
    if (program.path !== undefined) return program;
    if (program.problem !== 'absent') denied ??= program;
  }
  return denied ?? missing;
}

const maxInterpreters = 5;

function check(path: string, judge: ProgramJudge, depth = 0): Program {
  try {
    const { real, ofSystem, stats, passing } = judge(path);
    accessSync(real, constants.X_OK);
    const start = firstBytes(real);
    const interpreter = start && interpreterOf(start);
    let isPassing = passing;
    if (interpreter === '' || (start && interpreter === undefined && !isBinaryOfThisMachine(start)))
      return { problem: 'failed', reason: `${path}: ${notExecutable}` };
    if (interpreter !== undefined && depth < maxInterpreters) {
      // The kernel takes it from the current directory of commands, which is the root.
      const found = check(interpreter.startsWith('/') ? interpreter : `/${interpreter}`, judge, depth + 1);
      if (found.path === undefined && found.problem === 'refused')
        return {
          problem: 'refused',
          reason: `${path} is refused because of its interpreter: ${found.reason}`,
        };
      isPassing ||= found.path !== undefined && found.passing === true;
    }
    const isBinary = start !== undefined && interpreter === undefined;
    return {
      path,
      real,
      ...(isBinary && !ofSystem && { judged: stats }),
      ...(isPassing && { passing: true as const }),
    };
  } catch (error) {
    return judgedProblem(error, path);
  }
}

/** A file to execute, and a function to call afterwards. */
export interface Startable {
  readonly file: string;
  readonly close: () => void;
}

/**
 * Opens a judged program, so that exactly the judged file is executed. Scripts and programs of the system are executed by their path,
 * which only root can redirect; so is everything if there is no /proc.
 * @throws HostError if another file has taken its place
 */
export function openProgram({ path, real, judged }: Extract<Program, { path: string }>): Startable {
  const byPath: Startable = { file: path, close() {} };
  if (!judged) return byPath;
  let fd: number;
  try {
    fd = openSync(real, pathOnly | constants.O_NOFOLLOW);
  } catch {
    return byPath;
  }
  const file = `/proc/self/fd/${fd}`;
  const { dev, ino } = fstatSync(fd);
  if (dev === judged.dev && ino === judged.ino && existsSync(file))
    return { file, close: () => closeSync(fd) };
  closeSync(fd);
  if (dev === judged.dev && ino === judged.ino) return byPath;
  throw hostError('refused', `${path} is refused: another file has replaced it since it was checked`);
}

/** ELF machine numbers: x86-64 runs i386, 64-bit Arm runs 32-bit Arm. */
const alsoRuns: Readonly<Record<number, number>> = { 62: 3, 183: 40 };
const headerBytes = 64;
// The part of a script that the kernel reads.
const firstLine = 256;

/** The interpreter that a script's first line names, even if that is empty; undefined if it is not a script. */
function interpreterOf(start: Buffer): string | undefined {
  return /^#![ \t]*([^ \t\n]*)/.exec(start.toString('latin1'))?.[1];
}

/** Without this check, the C library would pass a file that the kernel refuses to a shell. */
function isBinaryOfThisMachine(start: Buffer): boolean {
  const header = elfHeader(start);
  if (!header) return false;
  const own = elfHeader(firstBytes(process.execPath) ?? Buffer.alloc(0));
  if (!own) return true;
  return header.machine === own.machine || header.machine === alsoRuns[own.machine];
}

/** The kernel's checks: a program or shared object whose program headers have the right size for its class. */
function elfHeader(start: Buffer): { readonly machine: number } | undefined {
  const [class64, littleEndian] = [start[4] === 2, start[5] === 1];
  if (start.subarray(0, 4).toString('latin1') !== '\x7fELF') return undefined;
  if (start.length < (class64 ? headerBytes : 52)) return undefined;
  const at = (offset: number): number =>
    littleEndian ? start.readUInt16LE(offset) : start.readUInt16BE(offset);
  const [entrySize, entries] = class64 ? [at(54), at(56)] : [at(42), at(44)];
  if (![2, 3].includes(at(16)) || entrySize !== (class64 ? 56 : 32) || entries === 0) return undefined;
  return { machine: at(18) };
}

function firstBytes(path: string): Buffer | undefined {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const bytes = Buffer.alloc(firstLine);
    return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(fd);
  }
}

/** Where a program can be that is not at the path that names it. */
interface ProgramHomes {
  /** The directories of the operating system's programs, in the order of the search. */
  readonly usual: readonly string[];
  /** The directories of programs that do not come with the operating system. */
  readonly further: readonly string[];
  /** The only programs that are looked for there. */
  readonly programs: readonly string[];
}

/** The other paths at which the program of a path can be; none if the path is in no home. */
export function otherPaths(path: string, { usual, further, programs }: ProgramHomes): readonly string[] {
  const end = path.lastIndexOf('/');
  const [directory, name] = [path.slice(0, end), path.slice(end + 1)];
  if (name === '' || ![...usual, ...further].includes(directory)) return [];
  const homes = [...usual, ...(programs.includes(name) ? further : [])];
  return homes.filter((home) => home !== directory).map((home) => `${home}/${name}`);
}

const namespaces = ['mnt', 'pid', 'user'];

/**
 * Why a process does not count as one that runs a program, given by its path without links; undefined if it does. It must live
 * in the collector's own namespaces, as the path means another file elsewhere, and the kernel must name the program as what it executes:
 * its command line is only a claim. A user other than root cannot ask the kernel about other users' processes; then the claim counts.
 */
export function notRunBy(pid: number | undefined, program: string): string | undefined {
  if (pid === undefined) return undefined;
  try {
    for (const name of namespaces)
      if (readlinkSync(`/proc/${pid}/ns/${name}`) !== readlinkSync(`/proc/self/ns/${name}`))
        return `process ${pid} is in a ${name} namespace of its own, as in a container`;
    const executed = readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '');
    return executed === program
      ? undefined
      : `process ${pid} runs ${executed}, whatever its command line says`;
  } catch (error) {
    const code = codeOf(error);
    if ((code === 'EACCES' || code === 'EPERM') && process.geteuid?.() !== 0) return undefined;
    return code === 'ENOENT' || code === 'ESRCH'
      ? `process ${pid} has ended`
      : `process ${pid} cannot be inspected: ${code}`;
  }
}
