import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { fleetStateName } from '@hostspec/archive';
import { codeOf, errorWords, openRegular } from '@hostspec/files';
import { usageError } from '@hostspec/host-kit';
import { HostspecError } from '@hostspec/spec';
import { type FileTable, fileTables, isByDay } from './tables.js';

/** A file of rows, as listed in `fleet.json`. */
export interface FleetFile {
  /** Below the directory of the fleet. */
  readonly path: string;
  readonly table: FileTable;
  /** The day of its rows; missing for incoming rows, `hosts` and `latest`. */
  readonly day?: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The content of `fleet.json`: the files that make up the fleet. */
export interface FleetState {
  readonly kind: 'hostspec-fleet';
  readonly formatVersion: 3;
  /** Makes host ids; in hexadecimal digits. */
  readonly key: string;
  readonly files: readonly FleetFile[];
  /** The days with a full set of rows, in order. */
  readonly fullDays: readonly string[];
  /** The ids of machines that several hosts claim to be. */
  readonly clones: readonly string[];
}

/** The directory of the rows. */
export const dataName = 'data';

/** Milliseconds of a day. */
export const dayLength = 86_400_000;

/** Prefix of the directories, beside the rows, for data that does not fit into memory. */
export const scratchPrefix = '.scratch.';

const mostBytes = 256 * 1024 * 1024;

/** True if the rows of a file are not filed under their day yet. */
export function isIncoming({ table, day }: FleetFile): boolean {
  return isByDay(table) && day === undefined;
}

/**
 * Reads the list of a fleet, for an engine that opens what the list names, whatever it is.
 *
 * @throws UsageError if it is not a fleet; HostspecError if its list cannot be read, or names something else than regular files.
 */
export function readState(path: string): FleetState {
  const state = readList(path);
  for (const file of state.files) {
    const whole = join(resolve(path), file.path);
    if (lstatSync(whole, { throwIfNoEntry: false })?.isFile() === false)
      throw broken(whole, 'is not a regular file');
  }
  return state;
}

/** Reads the list of a fleet. @throws UsageError if it is not a fleet; HostspecError if its list cannot be read, or its rows are elsewhere. */
export function readList(path: string): FleetState {
  const file = join(resolve(path), fleetStateName);
  const text = textOf(path, file);
  let state: unknown;
  try {
    state = JSON.parse(text);
  } catch {
    throw broken(file, 'is not JSON');
  }
  if (!isState(state)) throw broken(file, 'does not describe a fleet of this version');
  // A link could lead to the rows of another fleet, which a change of this one would remove.
  const data = join(resolve(path), dataName);
  if (lstatSync(data, { throwIfNoEntry: false })?.isDirectory() === false)
    throw broken(data, 'is not a directory');
  return state;
}

function textOf(path: string, file: string): string {
  let opened: ReturnType<typeof openRegular>;
  try {
    opened = openRegular(file, 'no link');
  } catch (error) {
    // Nothing says that its content is damaged.
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR')
      throw new HostspecError('INVALID_ARCHIVE', `cannot read ${file}: ${errorWords(error)}`, {
        subject: file,
        cause: error,
      });
    const [why, hint] = existsSync(path)
      ? [`is not a fleet: it has no ${fleetStateName}`, '; for an archive, use hostspec check ARCHIVE']
      : ['does not exist', ''];
    throw usageError(
      `DIR ${JSON.stringify(path)} ${why}; allowed: a directory that hostspec fleet init or add made${hint}`,
      'DIR',
      path,
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
/** The paths of files of rows. */
export const pathPattern = /^data\/[a-z_]+(?:\.\d{4}-\d\d-\d\d)?\.[0-9a-f]{12}\.parquet$/;

function isState(value: unknown): value is FleetState {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, formatVersion, key, files, fullDays, clones } = value as Record<string, unknown>;
  return (
    kind === 'hostspec-fleet' &&
    formatVersion === 3 &&
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
    fileTables.includes(table as FileTable) &&
    (day === undefined || (typeof day === 'string' && dayPattern.test(day))) &&
    typeof bytes === 'number' &&
    typeof sha256 === 'string'
  );
}

/** Replaces the list of a fleet in one step. */
export function writeState(root: string, state: FleetState): void {
  const own = join(root, `.${fleetStateName}.${randomBytes(6).toString('hex')}`);
  const fd = openSync(own, 'wx', 0o600);
  try {
    const bytes = Buffer.from(`${JSON.stringify(state, undefined, 1)}\n`);
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(own, join(root, fleetStateName));
  syncFile(root);
}

/** Waits until a file is on disk. */
export function syncFile(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
