import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, lstatSync, mkdirSync, readdirSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fleetStateName, lockDirectory, lockName, openArchivesDirectory } from '@hostspec/archive';
import { codeOf } from '@hostspec/files';
import { usageError } from '@hostspec/host-kit';
import {
  dataName,
  dayLength,
  type FleetFile,
  type FleetState,
  pathPattern,
  readState,
  scratchPrefix,
  syncFile,
  writeState,
} from './fleet-state.js';

/** Creates a fleet in a directory that is new, empty, or one that a killed process began. @throws UsageError if something else is there. */
export function createFleet(path: string): void {
  const directory = openArchivesDirectory('DIR', path);
  const checkFree = (): void => {
    const names = directory.names();
    const found = names.find((name) => !isBegun(directory.path, name));
    if (found === undefined) return;
    const why = names.includes(fleetStateName) ? 'is a fleet already' : `has ${JSON.stringify(found)} in it`;
    throw usageError(`DIR ${JSON.stringify(path)} ${why}; allowed: a new or empty directory`, 'DIR', path);
  };
  try {
    checkFree();
    const unlock = lockDirectory('DIR', directory);
    try {
      checkFree();
      mkdirSync(join(directory.path, dataName), { recursive: true, mode: 0o700 });
      const key = randomBytes(32).toString('hex');
      writeState(directory.path, {
        kind: 'hostspec-fleet',
        formatVersion: 3,
        key,
        files: [],
        fullDays: [],
        clones: [],
      });
    } finally {
      unlock();
    }
  } finally {
    directory.close();
  }
}

/** True if a path has nothing but what making a fleet begins with, as after a process that was killed. */
export function isFree(path: string): boolean {
  try {
    return readdirSync(path).every((name) => isBegun(path, name));
  } catch (error) {
    return codeOf(error) === 'ENOENT';
  }
}

function isBegun(root: string, name: string): boolean {
  if (name !== dataName) return name.startsWith(`.${fleetStateName}.`) || name.startsWith(lockName);
  const data = join(root, name);
  return lstatSync(data).isDirectory() && readdirSync(data).length === 0;
}

/** Runs a change of a fleet as the only process that changes it. Removes leftovers of a killed process first. */
export async function changingFleet<T>(path: string, change: (root: string) => Promise<T>): Promise<T> {
  readState(path);
  const directory = openArchivesDirectory('DIR', path);
  const umask = process.umask(0o077);
  try {
    const unlock = lockDirectory('DIR', directory);
    try {
      for (const file of leftoversOf(directory.path, readState(directory.path)))
        rmSync(join(directory.path, file), { recursive: true, force: true });
      return await change(directory.path);
    } finally {
      unlock();
    }
  } finally {
    process.umask(umask);
    directory.close();
  }
}

/** Replaces some files of a fleet by others, all at once. The latest state goes as well, unless it is added: it is of the files before. */
export function replaceFiles(
  root: string,
  state: FleetState,
  { remove, add, fullDays = state.fullDays, clones = state.clones }: Replacement,
): FleetState {
  const old = state.files.filter(({ table }) => table === 'latest');
  const gone = new Set([...remove, ...old].map(({ path }) => path));
  const files = [...state.files.filter(({ path }) => !gone.has(path)), ...add];
  const next = { ...state, files, fullDays, clones };
  writeState(root, next);
  for (const path of gone) unlinkSync(join(root, path));
  return next;
}

interface Replacement {
  readonly remove: readonly FleetFile[];
  readonly add: readonly FleetFile[];
  readonly fullDays?: readonly string[];
  readonly clones?: readonly string[];
}

/** A name for a new file of rows. */
export function newFilePath(table: string, day?: string): string {
  return `${dataName}/${table}${day === undefined ? '' : `.${day}`}.${randomBytes(6).toString('hex')}.parquet`;
}

/** Describes a file of rows that was just written, and syncs it to disk. */
export async function describedFile(
  root: string,
  file: Pick<FleetFile, 'path' | 'table' | 'day'>,
): Promise<FleetFile> {
  const whole = join(root, file.path);
  syncFile(whole);
  return { ...file, bytes: statSync(whole).size, sha256: await digestOf(createReadStream(whole)) };
}

/** The SHA-256 of the content of a stream. */
export async function digestOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of stream) hash.update(piece);
  return hash.digest('hex');
}

/** Leftovers of killed processes, below the directory of the fleet. */
export function leftoversOf(root: string, { files }: FleetState): string[] {
  const known = new Set(files.map(({ path }) => path));
  const rows = readdirSync(join(root, dataName)).map((name) => `${dataName}/${name}`);
  const lists = readdirSync(root).filter((name) => name.startsWith(`.${fleetStateName}.`));
  return [
    ...rows.filter((path) => pathPattern.test(path) && !known.has(path)),
    ...rows.filter((path) => path.startsWith(`${dataName}/${scratchPrefix}`) && isOld(join(root, path))),
    ...lists,
  ];
}

/** True if nothing was written there for a day. Questions take no lock, so one may still be using it. */
function isOld(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && stat.mtimeMs < Date.now() - dayLength;
}
