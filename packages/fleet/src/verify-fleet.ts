import { closeSync, createReadStream } from 'node:fs';
import { join } from 'node:path';
import { codeOf, errorWords, openRegular } from '@hostspec/files';
import { HostspecError } from '@hostspec/spec';
import { digestOf, leftoversOf } from './fleet-directory.js';
import { type FleetFile, type FleetState, readList, readState } from './fleet-state.js';

/** Damaged and missing files of a fleet, and files that do not belong to it. */
export interface FleetVerdict {
  readonly problems: readonly string[];
  readonly leftovers: readonly string[];
  readonly files: number;
}

/** Compares each file of a fleet with the size and SHA-256 that the fleet's list has. */
export async function verifyFleet(root: string): Promise<FleetVerdict> {
  const state = readList(root);
  const problems: string[] = [];
  for (const file of state.files) {
    const problem = await problemOf(root, file);
    if (problem !== undefined && hasAll(root, [file])) problems.push(problem);
  }
  return { problems, leftovers: leftoversOf(root, state), files: state.files.length };
}

/**
 * Checks that files of rows are as they were written. The engine itself does not notice most changes of a file, and gives another answer.
 *
 * @throws HostspecError with the first that is not.
 */
export async function checkFiles(root: string, files: Iterable<FleetFile>): Promise<void> {
  for (const file of files) {
    const problem = await problemOf(root, file);
    if (problem === undefined) continue;
    throw new HostspecError(
      'INVALID_ARCHIVE',
      hasAll(root, [file])
        ? `the fleet cannot be read: ${problem}; hostspec fleet verify lists all such files; make a new fleet from the archives`
        : `${root} was changed while it was read; run the same command again, not during add, compact or forget`,
      { subject: root },
    );
  }
}

const tries = 5;

/** Reads a fleet; again if that fails because another process removes what is replaced meanwhile. */
export async function readingFleet<T>(path: string, read: (state: FleetState) => Promise<T>): Promise<T> {
  for (let left = tries; ; left--) {
    const state = readState(path);
    try {
      return await read(state);
    } catch (error) {
      if (left === 1 || hasAll(path, state.files)) throw error;
    }
  }
}

/** True if the list of a fleet still has these files. */
function hasAll(root: string, files: readonly FleetFile[]): boolean {
  const listed = new Set(readList(root).files.map(({ path }) => path));
  return files.every(({ path }) => listed.has(path));
}

/** What is wrong with a file of rows; undefined if it is as it was written. */
async function problemOf(root: string, { path, bytes, sha256 }: FleetFile): Promise<string | undefined> {
  let opened: ReturnType<typeof openRegular>;
  try {
    opened = openRegular(join(root, path), 'no link');
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? `${path} is missing` : `${path} ${errorWords(error)}`;
  }
  if (!opened) return `${path} is not a regular file`;
  const { fd, stat } = opened;
  if (stat.size !== bytes) {
    closeSync(fd);
    return `${path} has ${stat.size} bytes, but ${bytes} were written`;
  }
  const found = await digestOf(createReadStream('', { fd, end: bytes }));
  return found === sha256 ? undefined : `${path} was changed: its SHA-256 differs`;
}
