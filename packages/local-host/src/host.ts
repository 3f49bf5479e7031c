import { realpathSync, statSync } from 'node:fs';
import { availableParallelism, hostname } from 'node:os';
import { errorWords } from '@hostspec/files';
import { mountGuard, programJudge } from '@hostspec/files/host';
import { checkLimits, defined, limiter, noCommands, storedHostname } from '@hostspec/host-kit';
import {
  type Account,
  type CollectingHost,
  defaultMaxItemBytes,
  type HostOptions,
  runLines,
  UsageError,
} from '@hostspec/spec';
import { niceValues } from './command/courtesy.js';
import { hostCommands, scratchFile } from './command/host-commands.js';
import { markRun } from './command/leftovers.js';
import { commandRunner } from './command/run-command.js';
import { hostFiles } from './files/host-files.js';
import { isReal, locator } from './files/locate.js';
import { mountEntry } from './mounted/mounted.js';
import { programFinder } from './program/programs.js';

/** Options for inspecting the running machine, or a directory with a root file system. */
export interface LocalHostOptions extends HostOptions {
  /** A directory for the output of commands until it is passed on, in files without names. Default: the directory for temporary files. */
  readonly scratch?: string;
}

/**
 * Opens the running machine, or a root file system in a directory, for inspection.
 *
 * @throws UsageError for an invalid limit, or a root that is not a directory.
 */
export function createLocalHost(options: LocalHostOptions = {}): CollectingHost {
  checkLimits(options);
  const { timeout = 10, maxItemBytes = defaultMaxItemBytes, enterMounts = false } = options;
  const { jobs = Math.min(8, Math.max(2, availableParallelism() * 2)) } = options;
  const root = rootDirectory(options.root);
  const executes = root === '/';
  const guard = mountGuard();
  const locateHere = locator('/', guard);
  const findProgram = programFinder(programJudge(guard));
  const mark = markRun();
  const stop: { reason: string | undefined; readonly listeners: Set<() => void> } = {
    reason: undefined,
    listeners: new Set(),
  };
  const scratch = (): Promise<number> => scratchFile(options.scratch, isReal(locateHere));
  const start = commandRunner({
    findProgram,
    limit: limiter(jobs),
    mark,
    stop,
    timeout,
    maxItemBytes,
    nice: options.polite ? niceValues.polite : niceValues.usual,
    list: (directory) => files.list(directory).catch(() => []),
    controller: (path) => files.controller(path),
    ask: async (argv) => (await runLines(host, argv))?.[0],
  });
  const files = hostFiles({
    root,
    guard,
    locate: locator(root, guard),
    mounts: mountEntry(enterMounts, root, (argv, to) => start(argv, () => to, {}), scratch),
    timeout,
    maxItemBytes,
    stopped: () => stop.reason,
  });
  const host: CollectingHost = {
    executes,
    root,
    timeout,
    checksRealPath: true,
    user: ownAccount,
    ...(executes ? { processes: () => [process.pid] } : {}),
    hostname: async () => (executes ? hostname() : await storedHostname(host)),
    ...files,
    ...(executes ? hostCommands(start, findProgram, scratch, maxItemBytes) : noCommands),
    async stop(reason) {
      stop.reason ??= reason;
      for (const listener of stop.listeners) listener();
      return mark.endDescendants();
    },
    stopped: () => stop.reason,
  };
  return host;
}

function ownAccount(): Account {
  const groups = process.getgroups?.();
  return {
    uid: process.geteuid?.() ?? 0,
    gid: process.getegid?.() ?? 0,
    ...defined({ groups }),
  };
}

/** The real path of the directory that is the host's root. @throws UsageError if it is not a directory. */
export function rootDirectory(root: unknown = '/'): string {
  const refuse = (problem: string, cause?: unknown): UsageError =>
    new UsageError(
      'INVALID_OPTION',
      `root ${JSON.stringify(root)} ${problem}; allowed: a directory with a root file system`,
      { subject: 'root', value: root, cause },
    );
  if (typeof root !== 'string' || root === '' || root.includes('\0')) throw refuse('is not a path');
  let real: string;
  try {
    real = realpathSync(root);
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    throw refuse(`cannot be used: ${errorWords(error)}`, error);
  }
  throw refuse('is not a directory');
}
