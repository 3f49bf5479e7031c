import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Finished, type Running, type StartOptions, start } from './running.js';

/** How a pathological host is made. */
export interface PathologicalHostOptions {
  /** Use the machine's network instead of a private one with only loopback. Default false. */
  readonly sharedNetwork?: boolean;
  /** Keep the machine's processes, so that signals can be sent from outside. Default false. */
  readonly sharedProcesses?: boolean;
  /** The directory below which the private one is made. Default: that for temporary files. */
  readonly parent?: string;
}

/**
 * This machine in mount, IPC, process and network namespaces of its own, in which things fail on purpose: what is mounted, started and configured inside is visible only inside, and is gone after `end`.
 */
export interface PathologicalHost {
  /** A private directory on the machine's disk; the same path inside and outside. */
  readonly directory: string;
  /** A path below the private directory. */
  path(...names: string[]): string;
  /** A new directory below the private one. */
  makeDirectory(...names: string[]): string;
  /** Runs a program inside to its end, or to its deadline. */
  run(argv: readonly string[], options?: StartOptions): Promise<Finished>;
  /** Runs a program that must succeed, to prepare a test; returns its output. @throws if it fails. */
  prepare(...argv: string[]): Promise<string>;
  /** Starts a program inside; `end` ends it if it still runs. */
  start(argv: readonly string[], options?: StartOptions): Running;
  /** Defers an action to `end`; the last one is done first. */
  defer(undo: () => unknown): void;
  /** Undoes everything, even if a part of it fails. */
  end(): Promise<void>;
}

/** What the machine must have for a pathological host, as arguments for `needs`. */
export const pathologicalHostNeeds: readonly string[] = [
  'root',
  'a mount namespace',
  'a PID namespace',
  'a network namespace',
  'nsenter',
];

/** Makes a pathological host. Needs root. */
export async function pathologicalHost(options: PathologicalHostOptions = {}): Promise<PathologicalHost> {
  const directory = realpathSync(mkdtempSync(join(options.parent ?? tmpdir(), 'pathological-')));
  // Users other than root must be able to enter it.
  chmodSync(directory, 0o711);
  const undos: (() => unknown)[] = [() => rmSync(directory, { recursive: true, force: true })];
  const namespaces = [
    '-m',
    '-i',
    ...(options.sharedNetwork ? [] : ['-n']),
    ...(options.sharedProcesses ? [] : ['-p']),
  ];
  // Ends when this process does, for whatever reason. As the first process of its namespace, the shell also reaps
  // orphans that ended.
  const hold = options.sharedProcesses ? 'exec cat' : 'exec 3<&0; cat <&3 & wait';
  const holder = spawn(
    'unshare',
    [
      ...namespaces,
      ...(options.sharedProcesses ? [] : ['-f', '--kill-child', '--mount-proc']),
      'sh',
      '-c',
      // Without ip, the private network has no loopback.
      `${options.sharedNetwork ? '' : 'ip link set lo up 2> /dev/null; '}echo ready; ${hold}`,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const over = once(holder, 'exit');
  undos.push(async () => {
    holder.kill('SIGKILL');
    await over;
  });
  const failed = over.then(() => Promise.reject(new Error('unshare failed')));
  try {
    await Promise.race([once(holder.stdout, 'data'), failed]);
  } catch (error) {
    rmSync(directory, { recursive: true });
    throw error;
  }
  failed.catch(() => {});
  const inside = options.sharedProcesses ? holder.pid : childOf(holder.pid);
  const enter = ['nsenter', '-t', String(inside), ...namespaces, '--'];

  const host: PathologicalHost = {
    directory,
    path: (...names) => join(directory, ...names),
    makeDirectory(...names) {
      const path = join(directory, ...names);
      mkdirSync(path, { recursive: true });
      return path;
    },
    start(argv, how) {
      // Entering a mount namespace changes the current directory.
      const there = how?.cwd === undefined ? [] : ['env', '-C', how.cwd];
      const running = start([...enter, ...there, ...argv], how);
      const started = options.sharedProcesses ? running : behind(running);
      undos.push(() => started.kill());
      return started;
    },
    run: (argv, how) => host.start(argv, how).finished,
    async prepare(...argv) {
      const { status, stdout, stderr } = await host.run(argv);
      if (status !== 0) throw new Error(`${argv.join(' ')} exited with ${status}: ${stderr}`);
      return stdout;
    },
    defer: (undo) => void undos.push(undo),
    async end() {
      const failures: unknown[] = [];
      for (const undo of undos.splice(0).reverse())
        try {
          await undo();
        } catch (error) {
          failures.push(error);
        }
      if (failures.length > 0) throw new AggregateError(failures, 'not everything could be undone');
    },
  };
  return host;
}

/** To enter a PID namespace, nsenter forks: signals must go to its child. */
function behind(running: Running): Running {
  const signal = (wanted: NodeJS.Signals): void => {
    const child = childOf(running.pid);
    if (child === undefined) return;
    try {
      process.kill(child, wanted);
    } catch {
      // It ended.
    }
  };
  return {
    ...running,
    signal,
    async kill() {
      signal('SIGKILL');
      await running.kill();
    },
  };
}

/** The child of a process; undefined if it has none or is gone. */
function childOf(pid: number | undefined): number | undefined {
  try {
    const [child = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    return /^[1-9]\d*$/.test(child) ? Number(child) : undefined;
  } catch {
    return undefined;
  }
}
