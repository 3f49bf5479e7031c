import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { lockDirectory, openArchivesDirectory } from '@hostspec/archive';
import { codeOf, errorWords, openRegular } from '@hostspec/files';
import { HostspecError, UsageError } from '@hostspec/spec';
import { type TableName, tableNames } from './tables.js';

/** A file of rows, as the fleet's own list has it. */
export interface FleetFile {
  /** Below the directory of the fleet. */
  readonly path: string;
  readonly table: TableName | 'hosts';
  /** The day of its rows; missing in `incoming` and for `hosts`. */
  readonly day?: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What `fleet.json` says: which files are the fleet, at this moment. */
export interface FleetState {
  readonly kind: 'hostspec-fleet';
  readonly formatVersion: 1;
  /** Makes host ids; in hexadecimal digits. */
  readonly key: string;
  readonly files: readonly FleetFile[];
  /** The days with a full set of rows, in order. */
  readonly fullDays: readonly string[];
  /** The ids of machines that several hosts claim to be. */
  readonly clones: readonly string[];
}

/** Name of the file that says what belongs to the fleet. */
const stateName = 'fleet.json';

/** The directory of the rows. */
export const dataName = 'data';

const mostBytes = 256 * 1024 * 1024;

/** Whether rows of a file are not yet in those of their day. */
export function isIncoming({ table, day }: FleetFile): boolean {
  return table !== 'hosts' && day === undefined;
}

/** Makes a fleet in a new or empty directory. @throws UsageError if something is there. */
export function createFleet(path: string): void {
  const directory = openArchivesDirectory('DIR', path);
  try {
    const [found] = directory.names();
    if (found !== undefined)
      throw new UsageError(
        'INVALID_OPTION',
        `DIR ${JSON.stringify(path)} has ${JSON.stringify(found)} in it; allowed: a new or empty directory`,
        { subject: 'DIR', value: path },
      );
    mkdirSync(join(directory.path, dataName), { mode: 0o700 });
    const key = randomBytes(32).toString('hex');
    writeState(directory.path, {
      kind: 'hostspec-fleet',
      formatVersion: 1,
      key,
      files: [],
      fullDays: [],
      clones: [],
    });
  } finally {
    directory.close();
  }
}

/** Runs a change of a fleet as the only process that changes it. Removes what a killed one left. */
export async function changingFleet<T>(path: string, change: (root: string) => Promise<T>): Promise<T> {
  readState(path);
  const directory = openArchivesDirectory('DIR', path);
  const umask = process.umask(0o077);
  try {
    const unlock = lockDirectory('DIR', directory);
    try {
      for (const file of leftoversOf(directory.path, readState(directory.path)))
        unlinkSync(join(directory.path, file));
      return await change(directory.path);
    } finally {
      unlock();
    }
  } finally {
    process.umask(umask);
    directory.close();
  }
}

/** What belongs to the fleet in a directory. @throws UsageError if it is not a fleet; HostspecError if its list cannot be read. */
export function readState(path: string): FleetState {
  const file = join(resolve(path), stateName);
  const text = textOf(path, file);
  let state: unknown;
  try {
    state = JSON.parse(text);
  } catch {
    throw broken(file, 'is not JSON');
  }
  if (!isState(state)) throw broken(file, 'does not describe a fleet of this version');
  return state;
}

function textOf(path: string, file: string): string {
  let opened: ReturnType<typeof openRegular>;
  try {
    opened = openRegular(file, 'no link');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw broken(file, errorWords(error));
    throw new UsageError(
      'INVALID_OPTION',
      `DIR ${JSON.stringify(path)} is not a fleet: it has no ${stateName}; allowed: a directory that hostspec fleet init made`,
      { subject: 'DIR', value: path },
    );
  }
  if (!opened) throw broken(file, 'is not a regular file');
  try {
    if (opened.stat.size > mostBytes) throw broken(file, `has more than ${mostBytes} bytes`);
    return readFileSync(opened.fd, 'utf8');
  } finally {
    closeSync(opened.fd);
  }
}

function broken(file: string, why: string): HostspecError {
  return new HostspecError('INVALID_ARCHIVE', `${file} ${why}; make a new fleet from the archives`, {
    subject: file,
  });
}

const dayPattern = /^\d{4}-\d\d-\d\d$/;
const pathPattern = /^data\/[a-z_]+(?:\.\d{4}-\d\d-\d\d)?\.[0-9a-f]{12}\.parquet$/;

function isState(value: unknown): value is FleetState {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, formatVersion, key, files, fullDays, clones } = value as Record<string, unknown>;
  return (
    kind === 'hostspec-fleet' &&
    formatVersion === 1 &&
    typeof key === 'string' &&
    /^[0-9a-f]{64}$/.test(key) &&
    Array.isArray(files) &&
    files.every(isFile) &&
    Array.isArray(fullDays) &&
    fullDays.every((day) => typeof day === 'string' && dayPattern.test(day)) &&
    Array.isArray(clones) &&
    clones.every((id) => typeof id === 'string')
  );
}

function isFile(value: unknown): value is FleetFile {
  if (typeof value !== 'object' || value === null) return false;
  const { path, table, day, bytes, sha256 } = value as Record<string, unknown>;
  return (
    typeof path === 'string' &&
    pathPattern.test(path) &&
    [...tableNames, 'hosts'].includes(table as TableName) &&
    (day === undefined || (typeof day === 'string' && dayPattern.test(day))) &&
    typeof bytes === 'number' &&
    typeof sha256 === 'string'
  );
}

/** Makes a new list the fleet, at once. */
function writeState(root: string, state: FleetState): void {
  const own = join(root, `.${stateName}.${randomBytes(6).toString('hex')}`);
  const fd = openSync(own, 'wx', 0o600);
  try {
    const bytes = Buffer.from(`${JSON.stringify(state, undefined, 1)}\n`);
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(own, join(root, stateName));
  syncFile(root);
}

/** Replaces some files of a fleet by others, all at once. */
export function replaceFiles(
  root: string,
  state: FleetState,
  { remove, add, fullDays = state.fullDays, clones = state.clones }: Replacement,
): FleetState {
  const gone = new Set(remove.map(({ path }) => path));
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

/** Describes a file of rows that was just written, and makes it last. */
export async function describedFile(
  root: string,
  file: Pick<FleetFile, 'path' | 'table' | 'day'>,
): Promise<FleetFile> {
  const whole = join(root, file.path);
  syncFile(whole);
  return { ...file, bytes: statSync(whole).size, sha256: await digestOf(whole) };
}

function syncFile(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** The SHA-256 of a file. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece);
  return hash.digest('hex');
}

/** Files that a killed process left, below the directory of the fleet. */
export function leftoversOf(root: string, { files }: FleetState): string[] {
  const known = new Set(files.map(({ path }) => path));
  const rows = readdirSync(join(root, dataName)).map((name) => `${dataName}/${name}`);
  const lists = readdirSync(root).filter((name) => name.startsWith(`.${stateName}.`));
  return [...rows.filter((path) => pathPattern.test(path) && !known.has(path)), ...lists];
}
