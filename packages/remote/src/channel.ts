import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { errorWords } from '@hostspec/files';
import type { RunnerStream } from '@hostspec/runner';
import { lastLines } from './failure.js';
import type { Launch } from './launch.js';

/** Most bytes outside the marked lines; a banner is shorter. */
export const maxNoise = 1024 * 1024;
/** Most bytes of a marked line. */
export const maxLine = 4096;
const keptNoise = 4096;

/** Input and output of a shell on a host, until a runner takes over. */
export interface Channel {
  /**
   * The words of the next marked line; undefined after the local program has ended. @throws Error after too long a wait or too much output.
   */
  next(): Promise<string | undefined>;
  /** Sends bytes. The time without progress starts again after their last part. */
  send(content: Uint8Array | string): void;
  /** Sends a secret line. If the host repeats it, `masked`, `noise` and the stream show stars. */
  sendSecret(line: string): void;
  /** Masks the secret in a text of the host. Mask before you cut. */
  masked(text: string): string;
  /** The output outside the marked lines: standard error first, then standard output. */
  noise(): string;
  /** The runner's stream, once a line that starts with `run` has come. */
  stream(): RunnerStream;
  /** Ends the input, then the program. */
  close(): Promise<void>;
}

interface Running {
  readonly child: ChildProcess;
  readonly stdin: Socket;
  readonly stdout: Socket;
  readonly stderr: Socket;
}

const pieceBytes = 64 * 1024;
const patience = 2000;

/** Starts the program that gives the channel. Lines that contain `mark` belong to it. */
export function openChannel(
  launch: Launch,
  mark: string,
  { interactive, idleSeconds }: { readonly interactive: boolean; readonly idleSeconds: number },
): Channel {
  const running = start(launch, interactive);
  const { child, stdin, stdout, stderr } = running;
  const inbox = openInbox(idleSeconds, interactive);
  const arrived = (words: string): boolean => {
    inbox.put(words);
    return words.startsWith('run ');
  };
  const out = markReader(mark, arrived);
  const err = markReader(mark, arrived);
  const listen = (reader: MarkReader) => (bytes: Buffer) => {
    try {
      reader.push(bytes);
    } catch (error) {
      inbox.fail(error as Error);
      stdout.pause();
    }
  };
  const fromOut = listen(out);
  stdout.on('data', fromOut);
  stderr.on('data', listen(err));
  stdin.on('error', () => {});
  child.on('error', (error) =>
    inbox.fail(new Error(`${launch.program} cannot be started: ${errorWords(error)}`)),
  );
  const gone = whenGone(child);
  const read = new Promise((resolve) => stderr.once('close', resolve));
  // A shared ssh connection can keep standard error open after ssh.
  stdout.once(
    'close',
    () =>
      void Promise.race([Promise.all([gone, read]), pause(patience, undefined, { ref: false })]).then(
        inbox.end,
      ),
  );

  let secret = '';
  const masked = (text: string): string => (secret === '' ? text : text.replaceAll(secret, '***'));
  const noiseOf = (reader: MarkReader): string => masked(reader.noise());
  const send = (content: Uint8Array | string): void => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    for (let at = 0; at < bytes.length; at += pieceBytes)
      stdin.write(bytes.subarray(at, at + pieceBytes), inbox.progress);
  };

  return {
    next: inbox.next,
    send,
    sendSecret(line) {
      secret = line;
      send(`${line}\n`);
    },
    masked,
    noise: () => [noiseOf(err), noiseOf(out)].filter((text) => text.trim() !== '').join('\n'),
    stream() {
      stdout.off('data', fromOut);
      stdout.pause();
      const rest = out.rest();
      if (rest.length > 0) stdout.unshift(rest);
      return runnerStream(running, { masked, said: () => lastLines(noiseOf(err)) });
    },
    async close() {
      stdin.destroy();
      await ended(child, gone);
      stdout.destroy();
      stderr.destroy();
    },
  };
}

function start({ program, args, env = process.env }: Launch, interactive: boolean): Running {
  const child = spawn(program, args, {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    // ssh asks on the terminal of its session. Otherwise a terminal's interrupt is for this process alone.
    detached: !interactive,
  });
  const [stdin, stdout, stderr] = child.stdio as unknown as [Socket, Socket, Socket];
  return { child, stdin, stdout, stderr };
}

function whenGone(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
}

/** Waits for a program whose input has ended. Kills it if that takes too long. */
async function ended(child: ChildProcess, gone: Promise<void>): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL', undefined] as const) {
    const timer = new AbortController();
    const late = pause(patience, false, { signal: timer.signal }).catch(() => true);
    const isGone = await Promise.race([gone.then(() => true), late]);
    timer.abort();
    if (isGone || signal === undefined) return;
    child.kill(signal);
  }
}

function runnerStream(
  { child, stdin, stdout, stderr }: Running,
  heard: Pick<RunnerStream, 'masked' | 'said'>,
): RunnerStream {
  const held = [child, stdin, stdout, stderr];
  return {
    on(event: 'data' | 'error', listener: (given: never) => void) {
      if (event === 'data') stdout.on('data', listener as (bytes: Buffer) => void).resume();
      else child.on('error', listener as (error: Error) => void);
    },
    once: (event, listener) => stdout.once(event, listener),
    write: (bytes) => stdin.write(bytes),
    end: () => stdin.end(),
    ...heard,
    ref() {
      for (const each of held) each.ref();
    },
    unref() {
      for (const each of held) each.unref();
    },
  };
}

/** Marked lines in order of arrival. */
interface Inbox {
  put(line: string): void;
  /** Starts the time without progress again. */
  progress(): void;
  /** Ends the inbox with an error. The first error counts. */
  fail(error: Error): void;
  end(): void;
  /** The next line; undefined at the end. @throws Error the one given to `fail`, or after too long without progress. */
  next(): Promise<string | undefined>;
}

/**
 * Creates an inbox. `next` fails after `idleSeconds` without progress. With `isPatient`, the first line may take any time, because a person
 * may have to answer questions.
 */
export function openInbox(idleSeconds: number, isPatient: boolean): Inbox {
  const lines: string[] = [];
  let problem: Error | undefined;
  let isEnded = false;
  let hasLimit = !isPatient;
  let wake: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;

  const fail = (error: Error): void => {
    problem ??= error;
    wake?.();
  };
  const progress = (): void => {
    clearTimeout(timer);
    // The time counts only while `next` is waiting.
    if (!wake || !hasLimit) return;
    timer = setTimeout(
      () =>
        fail(
          new Error(
            `no answer for ${idleSeconds} s; check that the host is up, or give it more time (--connect-timeout)`,
          ),
        ),
      idleSeconds * 1000,
    );
  };
  return {
    put(line) {
      lines.push(line);
      hasLimit = true;
      wake?.();
    },
    progress,
    fail,
    end() {
      isEnded = true;
      wake?.();
    },
    async next() {
      for (;;) {
        const line = lines.shift();
        if (line !== undefined) return line;
        if (problem) throw problem;
        if (isEnded) return undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
          progress();
        });
        wake = undefined;
        clearTimeout(timer);
      }
    },
  };
}

/** Reads marked lines among other output, such as a login banner. */
interface MarkReader {
  /** Takes bytes as they arrive. @throws Error if there are too many, or a marked line is too long. */
  push(bytes: Buffer): void;
  /** The end of the output outside the marked lines. Starts with a whole line. */
  noise(): string;
  /** The bytes after the last line; empty before it. */
  rest(): Buffer;
}

/** Creates a reader of lines that contain `mark`. `found` gets the text after the mark, and returns true for the last marked line. */
export function markReader(mark: string, found: (words: string) => boolean): MarkReader {
  const bytesOfMark = Buffer.from(mark);
  let pending: Buffer = Buffer.alloc(0);
  let noise: Buffer = Buffer.alloc(0);
  let noiseBytes = 0;
  let isOver = false;

  const drop = (bytes: Buffer): void => {
    noiseBytes += bytes.length;
    noise = Buffer.concat([noise, bytes.subarray(-keptNoise)]).subarray(-keptNoise);
    if (noiseBytes > maxNoise)
      throw new Error(`it sent more than ${maxNoise} bytes that do not belong to the connection`);
  };

  /** Takes one marked line. Returns false if no whole line is there. */
  const takeLine = (): boolean => {
    const at = pending.indexOf(bytesOfMark);
    const noiseEnd = at < 0 ? Math.max(0, pending.length - bytesOfMark.length + 1) : at;
    drop(pending.subarray(0, noiseEnd));
    pending = pending.subarray(noiseEnd);
    if (at < 0) return false;
    const end = pending.indexOf(0x0a);
    if (end > maxLine || (end < 0 && pending.length > maxLine))
      throw new Error(`it sent a line of more than ${maxLine} bytes`);
    if (end < 0) return false;
    const words = pending.toString('utf8', bytesOfMark.length, end).trim();
    pending = pending.subarray(end + 1);
    isOver = found(words);
    return !isOver;
  };

  return {
    push(bytes) {
      pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
      if (isOver) return;
      while (takeLine());
    },
    noise() {
      const text = (isOver ? noise : Buffer.concat([noise, pending])).toString('utf8');
      // A line that is cut off may begin with a part of a secret, which cannot be masked.
      return noiseBytes > keptNoise ? text.slice(text.search(/[\r\n]|$/) + 1) : text;
    },
    rest: () => (isOver ? pending : Buffer.alloc(0)),
  };
}
