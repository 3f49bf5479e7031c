import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { openRegular } from '@hostspec/files';
import { isObject } from '@hostspec/host-kit';
import { HostspecError, type OutcomeStatus } from '@hostspec/spec';
import { linesName } from '../archive-name.js';
import { writeAll } from '../disk.js';
import { sinkError } from '../sink-error.js';
import type { ArchivesDirectory } from '../write/archives-directory.js';

/** How collecting a host ended: with an archive of all that was planned, of less, or without data. */
export type HostOutcome = 'collected' | 'incomplete' | 'failed';

/** A line of `hosts.ndjson`. */
export interface HostLine {
  readonly name: string;
  readonly outcome: HostOutcome;
  /** Why it is not `collected`. */
  readonly reason?: string;
  /** The stable code of the error, if there is one, such as `NO_SPACE`. */
  readonly code?: string;
  /** The name of the archive in the directory. */
  readonly archive?: string;
  /** The digest of the archive in hexadecimal digits; for a directory, of its `manifest.json`. */
  readonly sha256?: string;
  /** The number of specs with each status. */
  readonly counts?: Readonly<Record<OutcomeStatus, number>>;
  readonly items?: number;
  readonly bytes?: number;
  readonly seconds: number;
}

/** The lines of a directory of archives. */
export interface HostLines {
  /** The hosts that were collected before, by name. */
  readonly done: ReadonlyMap<string, HostLine>;
  /** Writes a whole line to the disk, or nothing. @throws HostspecError `NO_SPACE` or `SINK` if it cannot. */
  append(line: HostLine): void;
  close(): void;
}

const maxBytes = 256 * 1024 * 1024;
// Lines about a hundred thousand hosts.
const maxReadBytes = 64 * 1024 * 1024;

/**
 * Begins the file of lines in a directory and replaces an existing one at once. With `isDone`, it keeps the lines of collected
 * hosts that `isDone` confirms. `advice` says how to do without a file that cannot be used.
 *
 * @throws HostspecError `SINK` if the file that is there cannot be read or is something else.
 */
export function openHostLines(
  directory: ArchivesDirectory,
  isDone?: (line: HostLine) => boolean,
  advice = '',
): HostLines {
  const path = join(directory.path, linesName);
  const done = new Map(
    (isDone === undefined ? [] : readLines(directory, path, advice))
      .filter((line) => line.outcome === 'collected' && isDone?.(line))
      .map((line) => [line.name, line]),
  );
  const own = `.${linesName}.${randomBytes(6).toString('hex')}`;
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const fd = openSync(directory.at(own), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  let length = 0;
  const append = (line: HostLine): void => {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    try {
      writeAll(fd, bytes, length);
      fsyncSync(fd);
      length += bytes.length;
    } catch (error) {
      ftruncateSync(fd, length);
      throw sinkError(error, path);
    }
  };
  try {
    for (const line of done.values()) append(line);
    renameSync(directory.at(own), directory.at(linesName));
  } catch (error) {
    closeSync(fd);
    unlinkSync(directory.at(own));
    throw error;
  }
  return { done, append, close: () => closeSync(fd) };
}

/**
 * Reads the lines of a directory of archives; undefined if it has none.
 *
 * @throws HostspecError `SINK` if they cannot be read, or one of them is not about a host.
 */
export function readHostLines(directory: string): HostLine[] | undefined {
  const path = join(directory, linesName);
  return existsSync(path) ? linesOf(path, path, '', maxReadBytes) : undefined;
}

function readLines(directory: ArchivesDirectory, path: string, advice: string): HostLine[] {
  return directory.names().includes(linesName) ? linesOf(directory.at(linesName), path, advice) : [];
}

/** Reads the lines of a file; `path` is its name for people. */
function linesOf(opened: string, path: string, advice: string, most = maxBytes): HostLine[] {
  const file = openRegular(opened, 'no link');
  if (!file) throw broken(path, `is not a regular file${advice}`);
  try {
    if (file.stat.size > most)
      throw broken(path, `has ${file.stat.size} bytes; allowed: at most ${most}${advice}`);
    // A line without its end was cut when the process was killed.
    const lines = readFileSync(file.fd, 'utf8').split('\n').slice(0, -1);
    return lines.map((line, index) => {
      const parsed = parse(line);
      if (!isHostLine(parsed)) throw broken(`${path}:${index + 1}`, `is not a line about a host${advice}`);
      return parsed;
    });
  } finally {
    closeSync(file.fd);
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isHostLine(value: unknown): value is HostLine {
  if (!isObject(value)) return false;
  const { name, outcome, archive, reason, code } = value;
  return (
    typeof name === 'string' &&
    typeof outcome === 'string' &&
    [archive, reason, code].every((text) => text === undefined || typeof text === 'string')
  );
}

function broken(place: string, problem: string): HostspecError {
  return new HostspecError('SINK', `${place} ${problem}`, { subject: place });
}
