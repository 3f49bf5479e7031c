import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { defined } from '@hostspec/host-kit';

/** The Python of the system, which every user can run. */
export const python = '/usr/bin/python3';

/** How a program is started. */
export interface StartOptions {
  /** The whole environment. Default: that of this process. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Written to its standard input. Default: nothing. */
  readonly input?: string;
  /** Leave its standard input open, for `write`. Default false. */
  readonly keepInput?: boolean;
  /** Seconds after which it is killed, and found `overdue`. Default 240. */
  readonly deadline?: number;
}

/** How a program ended. */
export interface Finished {
  /** Exit status; null if a signal ended it. */
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether it had to be killed because it did not end by itself. */
  readonly overdue: boolean;
}

/** A running program. */
export interface Running {
  readonly pid: number;
  readonly finished: Promise<Finished>;
  /** Its standard output so far. */
  output(): string;
  /** Resolves once its standard output has the text; rejects if it ends before. */
  printed(wanted: string): Promise<void>;
  /** Writes to its standard input. */
  write(text: string): void;
  signal(signal: NodeJS.Signals): void;
  /** Kills it and waits until it is gone. */
  kill(): Promise<void>;
}

/** Starts a program without a shell. */
export function start(argv: readonly string[], options: StartOptions = {}): Running {
  const [program = '', ...args] = argv;
  const child = spawn(program, args, {
    ...defined({ env: options.env, cwd: options.cwd }),
    stdio: 'pipe',
  });
  child.stdin.on('error', () => {});
  if (options.input !== undefined) child.stdin.write(options.input);
  if (!options.keepInput) child.stdin.end();
  let overdue = false;
  let seen = '';
  child.stdout.on('data', (chunk: Buffer) => {
    seen += chunk.toString();
  });
  const timer = setTimeout(
    () => {
      overdue = true;
      child.kill('SIGKILL');
      // Processes that it left behind may hold the pipes forever.
      child.stdout.destroy();
      child.stderr.destroy();
    },
    (options.deadline ?? 240) * 1000,
  );
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const outputs = Promise.all([text(child.stdout).catch(() => seen), text(child.stderr).catch(() => '')]);
  const finished = (async (): Promise<Finished> => {
    const [status, signal] = await ended;
    const [stdout, stderr] = await outputs;
    clearTimeout(timer);
    return { status, signal, stdout, stderr, overdue };
  })();
  finished.catch(() => clearTimeout(timer));
  return {
    pid: child.pid ?? 0,
    finished,
    output: () => seen,
    async printed(wanted) {
      const over = finished.then(({ stderr }) =>
        Promise.reject(new Error(`${argv.join(' ')} ended before it printed ${wanted}: ${stderr}`)),
      );
      over.catch(() => {});
      while (!seen.includes(wanted)) await Promise.race([once(child.stdout, 'data'), over]);
    },
    write: (text) => void child.stdin.write(text),
    signal: (signal) => void child.kill(signal),
    async kill() {
      child.kill('SIGKILL');
      await ended.catch(() => {});
    },
  };
}
