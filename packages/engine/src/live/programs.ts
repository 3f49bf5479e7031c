import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { type HostProblem, isHostError } from '@hostspec/spec';
import { searchPath } from './environment.js';
import type { Locate } from './locate.js';
import { codeOf } from './problems.js';

/** A program that can be started, or why it can't. */
export type Program =
  | { readonly path: string }
  | { readonly path?: undefined; readonly problem: HostProblem; readonly reason: string };

/** Finds programs, asking the file system once for each word. */
export function programFinder(locate: Locate): (word: string) => Program {
  const known = new Map<string, Program>();
  return (word) => {
    let program = known.get(word);
    if (!program) {
      program = find(word, locate);
      known.set(word, program);
    }
    return program;
  };
}

function find(word: string, locate: Locate): Program {
  if (word.startsWith('/')) return check(word, locate);
  let denied: Program | undefined;
  if (!word.includes('/'))
    for (const directory of searchPath) {
      const program = check(`${directory}/${word}`, locate);
      if (program.path !== undefined) return program;
      if (program.problem !== 'absent') denied ??= program;
    }
  return denied ?? { problem: 'absent', reason: `command not found: ${word}` };
}

function check(path: string, locate: Locate): Program {
  try {
    const location = locate(path);
    if (location.kind === 'mount')
      return {
        problem: 'refused',
        reason: `command ${path} is on the ${location.mount.type} mount ${location.mount.path}, which is not entered`,
      };
    if (!statSync(path).isFile())
      return { problem: 'absent', reason: `command not found: ${path} is no file` };
    accessSync(path, constants.X_OK);
  } catch (error) {
    if (isHostError(error)) return { problem: error.problem, reason: error.message };
    return codeOf(error) === 'EACCES'
      ? { problem: 'denied', reason: `no permission to run ${path}` }
      : { problem: 'absent', reason: `command not found: ${path}` };
  }
  return isExecutable(path) ? { path } : { problem: 'failed', reason: `${path}: exec format error` };
}

/** ELF machine numbers: x86-64 runs i386, 64-bit Arm runs 32-bit Arm. */
const alsoRuns: Readonly<Record<number, number>> = { 62: 3, 183: 40 };
const headerBytes = 64;

/** Without this check the C library would hand a file that the kernel refuses to a shell. */
function isExecutable(path: string): boolean {
  const start = firstBytes(path);
  if (start === undefined) return true;
  if (start.subarray(0, 2).toString('latin1') === '#!')
    return /^#![ \t]*[^ \t\n]/.test(start.toString('latin1'));
  const header = elfHeader(start);
  if (!header) return false;
  const own = elfHeader(firstBytes(process.execPath) ?? Buffer.alloc(0));
  if (!own) return true;
  return header.machine === own.machine || header.machine === alsoRuns[own.machine];
}

/** What the kernel looks at: a program or shared object with program headers of the size that its class has. */
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
    const bytes = Buffer.alloc(headerBytes);
    return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(fd);
  }
}
