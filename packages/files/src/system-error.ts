import { constants } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { getSystemErrorMap } from 'node:util';
import type { HostProblem } from '@hostspec/spec';

/** The meaning of an error code of the system. */
interface Meaning {
  /** Words that are clearer than those of the system. */
  readonly words?: string;
  /** The problem that a host reports for a path. */
  readonly problem?: HostProblem;
  /** Words for a path that a host looked up, if they differ. */
  readonly pathWords?: string;
  /** The disk, its inodes, the quota or the maximum file size is exhausted. */
  readonly noSpace?: true;
  /** All descriptors are in use, which is temporary. */
  readonly noDescriptor?: true;
}

/** What is said of a file that the kernel cannot execute. */
export const notExecutable = 'not a program that this machine can run';

const meanings: Readonly<Record<string, Meaning>> = {
  ENOENT: { problem: 'absent' },
  ENOTDIR: { problem: 'absent', pathWords: 'a part of the path is not a directory' },
  ENXIO: { problem: 'absent' },
  ENODEV: { problem: 'absent' },
  EACCES: { problem: 'denied' },
  EPERM: { problem: 'denied' },
  ELOOP: { problem: 'refused', words: 'too many symbolic links' },
  ENAMETOOLONG: { problem: 'failed', words: 'the name is too long' },
  ENOSPC: { noSpace: true },
  EDQUOT: { noSpace: true, words: 'disk quota exceeded' },
  EFBIG: { noSpace: true, words: 'the maximum file size is reached' },
  // The code of hostspec itself.
  NO_SPACE: { noSpace: true },
  EUCLEAN: { words: 'the file system is damaged' },
  ENOEXEC: { words: notExecutable },
  EMFILE: { noDescriptor: true },
  ENFILE: { noDescriptor: true },
};

// Node gives these errors no code of their own.
const unnamed = new Map([
  [constants.errno.EDQUOT, 'EDQUOT'],
  [constants.errno.ENOEXEC, 'ENOEXEC'],
  [117, 'EUCLEAN'],
]);

/** The code of an error of the system, such as ENOENT, or of hostspec. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const named = 'errno' in error ? unnamed.get(-Number(error.errno)) : undefined;
  return named ?? ('code' in error && typeof error.code === 'string' ? error.code : undefined);
}

/** What a host reports about a path for an error of the system; undefined if it has no own problem for that. */
export function pathProblemOf(
  error: unknown,
): { readonly problem: HostProblem; readonly words: string } | undefined {
  const { problem, pathWords } = meaningOf(error) ?? {};
  return problem === undefined ? undefined : { problem, words: pathWords ?? errorWords(error) };
}

/** Whether an error of the system means that the disk, its inodes, the quota or the maximum file size is exhausted. */
export function isNoSpace(error: unknown): boolean {
  return meaningOf(error)?.noSpace ?? false;
}

/** Whether an error of the system means that all descriptors are in use, which is temporary. */
export function isNoDescriptor(error: unknown): boolean {
  return meaningOf(error)?.noDescriptor ?? false;
}

/** The words of an error, without its code, system call and path: `permission denied`. */
export function errorWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return clearerWords(error) ?? getSystemErrorMap().get(errnoOf(error))?.[1] ?? error.message;
}

/** The words for an error of the system that are clearer than its own, if there are any. */
export function clearerWords(error: unknown): string | undefined {
  return meaningOf(error)?.words;
}

function meaningOf(error: unknown): Meaning | undefined {
  const code = codeOf(error);
  return code !== undefined && Object.hasOwn(meanings, code) ? meanings[code] : undefined;
}

function errnoOf(error: Error): number {
  if ('errno' in error) return Number(error.errno);
  const known: Readonly<Record<string, number>> = constants.errno;
  return -(known[codeOf(error) ?? ''] ?? 0);
}

/** How often something is tried. */
export interface Patience {
  readonly attempts: number;
  /** Milliseconds between two attempts. */
  readonly pause: number;
}

/** Repeats something while all descriptors are in use, which is temporary. @throws what the last attempt throws. */
export async function whileNoDescriptor<T>(
  { attempts, pause }: Patience,
  task: () => Promise<T> | T,
): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await task();
    } catch (error) {
      if (!isNoDescriptor(error) || attempt === attempts) throw error;
      await setTimeout(pause);
    }
}
