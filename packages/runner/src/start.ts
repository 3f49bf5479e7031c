import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
} from 'node:fs';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getSystemErrorMap } from 'node:util';
import { HostspecError } from '@hostspec/spec';
import type { RunnerStream } from './connection.js';

/**
 * Starts a runner as a child process, if it is the program this client was built with.
 *
 * @throws HostspecError `RUNNER` if the program is missing or another one.
 */
export function startRunner(program: string, sha256: string): RunnerStream {
  const fd = open(program);
  try {
    if (!fstatSync(fd).isFile())
      throw new HostspecError('RUNNER', `${program} is not a regular file; install hostspec again`, {
        subject: program,
      });
    const actual = sha256Of(fd);
    if (actual !== sha256)
      throw new HostspecError(
        'RUNNER',
        `${program} is not the runner that hostspec was built with: its sha256 is ${actual}, not ${sha256}; install hostspec again`,
        { subject: program, value: actual },
      );
    return started(fd, program);
  } finally {
    closeSync(fd);
  }
}

/** Hashes a file in pieces: read as a whole, it would stay in memory for the first part of a run. */
function sha256Of(fd: number): string {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(256 * 1024);
  for (let read = readSync(fd, piece); read > 0; read = readSync(fd, piece))
    hash.update(piece.subarray(0, read));
  return hash.digest('hex');
}

function open(program: string): number {
  try {
    // Opening a FIFO must not wait for a writer.
    return openSync(program, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    throw new HostspecError(
      'RUNNER',
      `${program} cannot be opened: ${systemWords(error)}; install hostspec again`,
      {
        subject: program,
        cause: error,
      },
    );
  }
}

const shownBytes = 500;

/** Executes the checked file, which the child has open as descriptor 3, and not its path again. */
function started(fd: number, program: string): RunnerStream {
  const child = spawn('/proc/self/fd/3', [], {
    argv0: 'hostspec-runner',
    cwd: '/',
    env: {},
    stdio: ['pipe', 'pipe', 'pipe', fd],
    detached: true,
  });
  const stdin = child.stdin as Socket;
  const stdout = child.stdout as Socket;
  const stderr = child.stderr as Socket;
  let said = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text.slice(0, shownBytes - said.length);
  });
  // If the runner is gone, this is reported at the end of its output, after its last message.
  stdin.on('error', () => {});
  const held = [child, stdin, stdout, stderr];
  return {
    ...(child.pid !== undefined && { pid: child.pid }),
    on(event: 'data' | 'error', listener: (given: never) => void) {
      if (event === 'data') stdout.on('data', listener as (bytes: Buffer) => void);
      else
        child.on('error', (cause) =>
          (listener as (error: Error) => void)(new Error(whyNotStarted(program, cause), { cause })),
        );
    },
    once: (event, listener) => stdout.once(event, listener),
    write: (bytes) => stdin.write(bytes),
    end: () => stdin.end(),
    said: () => said.trim().split('\n')[0] ?? '',
    ref() {
      for (const each of held) each.ref();
    },
    unref() {
      for (const each of held) each.unref();
    },
  };
}

function whyNotStarted(program: string, error: Error): string {
  return 'code' in error && error.code === 'EACCES'
    ? `${program} is not executable, or on a file system that is mounted with noexec; correct that, or install hostspec elsewhere`
    : `${program} does not start: ${systemWords(error)}`;
}

/** The words of the system for its error, without code and call. */
function systemWords(error: unknown): string {
  const { errno, message } = error as NodeJS.ErrnoException;
  return getSystemErrorMap().get(errno ?? 0)?.[1] ?? message;
}

/** An installed runner. */
export interface InstalledRunner {
  readonly program: string;
  /** SHA-256 of the program that this client was built with, in hexadecimal. */
  readonly sha256: string;
}

/**
 * Finds the runner for this or another machine. Returns a sentence if there is none.
 *
 * @param folders The `node_modules` directories to search, in order. Default: those of this package and of every directory above it, but
 * not NODE_PATH or the current directory.
 *
 * @param platform System and processor in Node's names, such as `linux-arm64`. Default: this machine.
 */
export function findRunner(
  folders: readonly string[] = foldersAbove(ownDirectory()),
  platform = `${process.platform}-${process.arch}`,
): InstalledRunner | string {
  const sha256 = checksums()[platform];
  if (sha256 === undefined) return `no runner was built for ${platform}`;
  const name = `@hostspec/runner-${platform}`;
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  return found === undefined
    ? `${name} is not installed`
    : { program: join(found, 'hostspec-runner'), sha256 };
}

function ownDirectory(): string {
  return dirname(realpathSync(fileURLToPath(import.meta.url)));
}

function foldersAbove(directory: string): string[] {
  const parent = dirname(directory);
  return [join(directory, 'node_modules'), ...(parent === directory ? [] : foldersAbove(parent))];
}

function checksums(): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(fileURLToPath(new URL('../checksums.json', import.meta.url)), 'utf8'));
  } catch {
    // Without Go, a checkout builds no runner.
    return {};
  }
}
