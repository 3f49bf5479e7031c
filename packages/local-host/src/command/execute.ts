import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { fstatSync, ftruncateSync, writeSync } from 'node:fs';
import { codeOf, errorWords } from '@hostspec/files';
import type { CommandEnd, Cut, HostProblem, RunOptions } from '@hostspec/spec';
import { execa } from 'execa';
import { standBack } from './courtesy.js';
import type { RunMark } from './leftovers.js';

// Everything that the command wrote before it ended is in the pipes and is read now; a process that holds them longer is another one.
const graceAfterExit = 100;

/** Options for running one process. */
export interface ExecuteOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Seconds. */
  readonly timeout: number;
  readonly signal: NonNullable<RunOptions['signal']>;
  readonly stdin?: string | undefined;
  /** Bytes of output after which the command is ended. */
  readonly maxBytes: number;
  readonly nice: number;
  /** Marks the command and its descendants. */
  readonly mark: RunMark;
  /** Ends the command when the run is stopped. */
  readonly stop: Stop;
  /** Let the output go through this process, for a command that must not have access to the file that keeps it. */
  readonly piped?: boolean | undefined;
}

/** Notifies listeners when the run is stopped; cheaper than an AbortSignal for each of hundreds of commands. */
export interface Stop {
  /** Why the run is stopped; undefined while it is not. */
  readonly reason: string | undefined;
  readonly listeners: Set<() => void>;
}

// After SIGTERM a process has this long to end, after SIGKILL this long to be gone.
const graceAfterTerm = 500;
const graceAfterKill = 400;

// If the system has no free process or descriptor, another command may free some soon.
const startAttempts = 6;
const startPause = 150;

interface Attempt extends CommandEnd {
  /** Set if the system had no process or descriptor left. */
  readonly exhausted?: boolean;
}

/** Runs a program with its output going to an open file, and ends its whole process group. */
export async function execute(
  program: string,
  argv: readonly string[],
  fd: number,
  options: ExecuteOptions,
): Promise<CommandEnd> {
  for (let attempt = 1; ; attempt++) {
    const { exhausted, ...end } = await executeOnce(program, argv, fd, options);
    if (!exhausted || attempt === startAttempts || options.stop.reason !== undefined) return end;
    await new Promise((resolve) => setTimeout(resolve, startPause));
  }
}

async function executeOnce(
  program: string,
  argv: readonly string[],
  fd: number,
  options: ExecuteOptions,
): Promise<Attempt> {
  const { timeout, signal, maxBytes, nice, mark, stop } = options;
  let child: ReturnType<typeof startProcess>;
  try {
    child = mark.starting(() => startProcess(program, argv, fd, options));
  } catch (error) {
    return startFailure(program, await causeOf(error));
  }
  const { pid } = child;
  standBack(pid, nice);
  let ended: CommandEnd | undefined;
  let cut: Cut | undefined;
  let endedForSize = false;
  const timers = new Set<NodeJS.Timeout>();
  const later = (milliseconds: number, task: () => void): void => {
    timers.add(setTimeout(task, milliseconds));
  };
  let abandon: () => void = () => {};
  const abandoned = new Promise<'abandoned'>((resolve) => {
    abandon = () => resolve('abandoned');
  });
  const kill = (first: 'SIGTERM' | 'SIGKILL'): void => {
    signalGroup(pid, first);
    if (first === 'SIGTERM') later(graceAfterTerm, () => kill('SIGKILL'));
    else later(graceAfterKill, abandon);
  };
  const end = (problem: HostProblem, reason: string): void => {
    if (ended) return;
    ended = { problem, reason };
    kill(signal);
  };
  later(timeout * 1000, () => end('timed out', `took longer than ${timeout} s`));
  const exceeded = (): void => {
    if (cut !== undefined) return;
    cut = cutAt(maxBytes);
    endedForSize = true;
    kill(signal);
  };
  let pipes: PipedOutput | undefined;
  let stopWatching = (): void => {};
  if (options.piped) {
    pipes = pipeOutput(child, fd, maxBytes, exceeded);
    child.once('exit', () => signalGroup(pid, 'SIGKILL'));
  } else stopWatching = watchSize(fd, maxBytes, exceeded);
  const onStop = (): void => end('failed', `ended: ${stop.reason}`);
  stop.listeners.add(onStop);
  const result = await Promise.race([child, abandoned]);
  for (const timer of timers) clearTimeout(timer);
  stopWatching();
  pipes?.close();
  if (!options.piped) mark.written(fd);
  stop.listeners.delete(onStop);
  if (fstatSync(fd).size > maxBytes) {
    cut ??= cutAt(maxBytes);
    ftruncateSync(fd, maxBytes);
  }
  if (result === 'abandoned') {
    child.unref();
    child.stdin?.destroy();
    return {
      problem: 'timed out',
      reason: `${ended?.reason ?? cut?.reason ?? 'ended'}, and could not be killed: left behind`,
    };
  }
  // Processes that the command left in its group end with it.
  signalGroup(pid, 'SIGKILL');
  if (pipes?.failure !== undefined) throw pipes.failure;
  if (ended) return { ...ended };
  if (cut !== undefined) return { rc: endedForSize ? 0 : (result.exitCode ?? 0), cut };
  if (result.exitCode !== undefined) return { rc: result.exitCode };
  if (result.signal !== undefined) return { problem: 'failed', reason: `ended by ${result.signal}` };
  return startFailure(program, result.cause);
}

function cutAt(maxBytes: number): Cut {
  return { reason: `output cut at ${maxBytes} bytes` };
}

function startProcess(program: string, argv: readonly string[], fd: number, options: ExecuteOptions) {
  const { env, stdin, piped } = options;
  // execa's own `timeout`, `forceKillAfterDelay` and `cleanup` signal the program alone: in 20 of 20 runs of `sleep 3 & wait`, the
  // sleep survived its shell's timeout. They also wait for ever for a program that cannot be killed. A run of /bin/true took 3 %
  // longer with them, in the median of 600 interleaved pairs.
  // execa takes any descriptor; its types name only the first.
  const output = piped ? ('pipe' as const) : (fd as 3);
  return execa(program, argv.slice(1), {
    argv0: argv[0] ?? program,
    cwd: '/',
    env,
    extendEnv: false,
    ...(stdin === undefined ? { stdin: 'ignore' as const } : { input: stdin }),
    stdout: output,
    stderr: output,
    buffer: false,
    reject: false,
    cleanup: false,
    detached: true,
    stripFinalNewline: false,
  });
}

let newest: ChildProcess | undefined;
subscribe('child_process', (message) => {
  newest = (message as { readonly process: ChildProcess }).process;
});

/**
 * If no descriptor is left, Node makes a process object without streams; execa then fails before it listens for
 * the error, which would end this process.
 */
async function causeOf(error: unknown): Promise<unknown> {
  let cause = error;
  newest?.once('error', (emitted: unknown) => {
    cause = emitted;
  });
  await new Promise(setImmediate);
  return cause;
}

function startFailure(program: string, cause: unknown): Attempt {
  const code = codeOf(cause);
  if (code === 'ENOENT') return { problem: 'absent', reason: `command not found: ${program}` };
  if (code === 'EACCES') return { problem: 'denied', reason: `no permission to run ${program}` };
  if (code === 'E2BIG') return { problem: 'failed', reason: `${program}: the arguments are too long` };
  const exhausted = ['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM'].includes(code ?? '');
  return {
    exhausted,
    problem: 'failed',
    reason: `${program}: ${errorWords(cause)}`,
  };
}

function signalGroup(pid: number | undefined, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is already gone.
  }
}

interface Watched {
  readonly fd: number;
  readonly maxBytes: number;
  readonly exceeded: () => void;
}

const watched = new Set<Watched>();
let watching: NodeJS.Timeout | undefined;

/** One timer checks the sizes of all output files, more often while one grows fast. */
function watchSize(fd: number, maxBytes: number, exceeded: () => void): () => void {
  const entry: Watched = { fd, maxBytes, exceeded };
  watched.add(entry);
  watching ??= setTimeout(look, 50);
  return () => {
    watched.delete(entry);
    if (watched.size > 0) return;
    clearTimeout(watching);
    watching = undefined;
  };
}

function look(): void {
  let nearest = 0;
  for (const { fd, maxBytes, exceeded } of watched) {
    const { size } = fstatSync(fd);
    nearest = Math.max(nearest, size / maxBytes);
    if (size > maxBytes) exceeded();
  }
  watching = watched.size > 0 ? setTimeout(look, nearest > 0.05 ? 5 : 50) : undefined;
}

/** Output that goes through this process, so that the command has no descriptor for the file that keeps it. */
interface PipedOutput {
  /** Closes the pipes, even if a process still holds their other ends. */
  close(): void;
  /** The system error that ended the writing, if one did. */
  readonly failure: unknown;
}

/** Writes what a command prints into a file, up to a limit; `end` is called if there is more, or if writing fails. */
export function pipeOutput(
  child: Pick<ChildProcess, 'stdout' | 'stderr' | 'once'>,
  fd: number,
  maxBytes: number,
  end: () => void,
): PipedOutput {
  const streams = [child.stdout, child.stderr];
  let written = 0;
  let failure: unknown;
  const close = (): void => {
    for (const stream of streams) stream?.destroy();
  };
  const stop = (): void => {
    // Send the signal before closing the pipe, or the command would fail because of the closed pipe first.
    end();
    close();
  };
  const keep = (chunk: Buffer): void => {
    if (failure !== undefined || written > maxBytes) return;
    try {
      const kept = chunk.subarray(0, maxBytes - written);
      for (let at = 0; at < kept.length; ) at += writeSync(fd, kept, at);
    } catch (error) {
      failure = error;
      stop();
      return;
    }
    written += chunk.length;
    if (written > maxBytes) stop();
  };
  for (const stream of streams) stream?.on('data', keep).on('error', () => {});
  // If this process was busy for longer, the pipes have not been read yet when the time is over.
  child.once('exit', () => void setTimeout(() => setImmediate(close), graceAfterExit).unref());
  return {
    close,
    get failure() {
      return failure;
    },
  };
}
