import { closeSync } from 'node:fs';
import { availableParallelism, hostname } from 'node:os';
import {
  type Account,
  type FileFacts,
  hostError,
  isHostError,
  maxReadBytes,
  type RunOptions,
  runLines,
  splitWords,
} from '@hostspec/spec';
import { checkLimits } from '../check-limits.js';
import { type CollectingHost, defaultMaxItemBytes } from '../collecting-host.js';
import { limiter } from '../limit.js';
import { breathe } from './breathe.js';
import { commandResult, keyOf, notRun } from './command-result.js';
import { copyOpen, readStart, writeBytes } from './copy.js';
import { directoryReader } from './directory.js';
import { factsOf } from './file-kind.js';
import { type GlobHost, globPaths } from './glob.js';
import { whileLeased } from './lease.js';
import { markRun } from './leftovers.js';
import { isReal, locator } from './locate.js';
import { mountEntry } from './mount-entry.js';
import { mountGuard } from './mounts.js';
import { opener } from './open.js';
import { namer, type Place, placeFinder } from './place.js';
import { problemOf } from './problems.js';
import { notRunBy } from './process-program.js';
import { programFinder } from './programs.js';
import { rootDirectory } from './root-directory.js';
import { commandRunner } from './run-command.js';
import { freeSpace, minScratch, openScratch } from './scratch.js';
import { copyShared, readShared, type SharedResult, shareItem, shareScratch } from './shared-results.js';
import { programJudge } from './trusted-program.js';

/** Options for inspecting the running machine, or a directory with a root file system. */
export interface LiveHostOptions {
  /** The directory that is the host's root. Default `/`; for any other root, no command is run. */
  readonly root?: string;
  /** Number of commands that run at once. Default: twice the number of processors, at least 2 and at most 8. */
  readonly jobs?: number;
  /** Seconds that one command may take. Default 10. */
  readonly timeout?: number;
  /** Limit in bytes for one file or output. Default 200 MiB. */
  readonly maxItemBytes?: number;
  /** Enter network and FUSE mounts and autofs, with a separate process for each access. Default false. */
  readonly enterMounts?: boolean;
  /** A directory for the output of commands that only providers read. Default: the directory for temporary files. */
  readonly scratch?: string;
}

/**
 * Opens the running machine, or a root file system in a directory, for inspection.
 *
 * @throws UsageError for an invalid limit, or a root that is not a directory.
 */
export function createLiveHost(options: LiveHostOptions = {}): CollectingHost {
  checkLimits(options);
  const { timeout = 10, maxItemBytes = defaultMaxItemBytes, enterMounts = false } = options;
  const { jobs = Math.min(8, Math.max(2, availableParallelism() * 2)) } = options;
  const root = rootDirectory(options.root);
  const runsCommands = root === '/';
  const guard = mountGuard();
  const locate = locator(root, guard);
  const locateHere = locator('/', guard);
  const findProgram = programFinder(programJudge(guard));
  const open = opener(root);
  const directories = directoryReader(open);
  const limit = limiter(jobs);
  const mark = markRun();
  const results = new Map<string, Promise<SharedResult>>();
  const notEntered = new Set<string>();
  const stop: { reason: string | undefined; readonly listeners: Set<() => void> } = {
    reason: undefined,
    listeners: new Set(),
  };

  const stopped = (): string | undefined => stop.reason;

  const scratch = (): number => {
    const fd = openScratch([options.scratch], isReal(locateHere));
    if (fd === undefined) throw hostError('failed', 'no directory is available for the output of a command');
    return fd;
  };

  const start = commandRunner({
    findProgram,
    limit,
    mark,
    stop,
    timeout,
    maxItemBytes,
    list: (directory) => host.list(directory).catch(() => []),
    controller: async (path) => host.controller?.(path),
    ask: async (argv) => (await runLines(host, argv))?.[0],
  });

  const mounts = mountEntry(enterMounts, root, (argv, to) => start(argv, () => to, {}), scratch);

  const placeOf = placeFinder(locate, mounts, (reason) => notEntered.add(reason));
  const named = namer(root);

  const globHost: GlobHost = {
    root,
    locate,
    directories,
    mounts,
    isMount: (path) => guard.at(path) !== undefined,
    timeout,
    stopped,
  };

  /** Called before each access to a file: lets other work run, and stops if the run has ended. */
  const ready = async (): Promise<void> => {
    await breathe();
    if (stop.reason !== undefined) throw hostError('failed', stop.reason);
  };

  const look = async (path: string): Promise<FileFacts> => {
    await ready();
    let place: string | undefined;
    try {
      const { real, leadsTo, through } = placeOf(path);
      place = leadsTo;
      return through ? await through.stat(real) : factsOf(open.stats(real));
    } catch (error) {
      throw problemOf(error, place === undefined ? path : named(path, place));
    }
  };

  const withFile = async <T>(
    path: string,
    { real, leadsTo }: Place,
    by: Account | undefined,
    use: (fd: number) => Promise<T> | T,
  ): Promise<T> => {
    const fd = open.file(real, by, () => named(path, leadsTo));
    try {
      return await use(fd);
    } finally {
      closeSync(fd);
    }
  };

  const host: CollectingHost = {
    live: runsCommands,
    root,
    timeout,
    hostname: async () =>
      runsCommands
        ? hostname()
        : new TextDecoder()
            .decode(await host.readFile('/etc/hostname').catch(() => new Uint8Array()))
            .trim() || 'localhost',
    async readFile(path, { by } = {}) {
      await ready();
      try {
        const place = placeOf(path);
        const { real, through } = place;
        if (!through) {
          const read = () => withFile(path, place, by, (fd) => readStart(fd, maxReadBytes));
          return await whileLeased(path, read, { seconds: timeout, stopped });
        }
        const copy = scratch();
        try {
          await through.copy(real, copy, { maxBytes: maxReadBytes, raw: true });
          return readStart(copy, maxReadBytes);
        } finally {
          closeSync(copy);
        }
      } catch (error) {
        throw problemOf(error, path);
      }
    },
    async copyFile(path, openTarget, { raw, by, maxBytes = maxItemBytes }) {
      if (stop.reason !== undefined) throw hostError('failed', stop.reason);
      const copyOptions = {
        maxBytes: Math.min(maxBytes, maxItemBytes),
        timeout,
        stopped,
        ...(raw ? { raw } : {}),
      };
      const place = placeOf(path);
      if (place.through) return place.through.copy(place.real, openTarget(), copyOptions);
      return withFile(path, place, by, (fd) => copyOpen(fd, openTarget(), copyOptions));
    },
    async stat(path) {
      try {
        return await look(path);
      } catch (error) {
        if (stop.reason !== undefined || (isHostError(error) && error.problem === 'timed out')) throw error;
        return undefined;
      }
    },
    look,
    async controller(path) {
      try {
        const { real, through } = placeOf(path);
        return through ? undefined : open.controller(real);
      } catch {
        return undefined;
      }
    },
    async list(path) {
      await ready();
      try {
        const { real, through } = placeOf(path);
        if (!through) return directories.names(real).sort();
        return (await through.entries(real)).map((entry) => entry.name).sort();
      } catch (error) {
        throw problemOf(error, path);
      }
    },
    async glob(patterns, { newest } = {}) {
      const matches = await globPaths(patterns, globHost, newest);
      for (const reason of matches.notEntered) notEntered.add(reason);
      return matches;
    },
    async run(command, how = {}) {
      const argv = typeof command === 'string' ? splitWords(command) : command;
      if (!runsCommands) return notRun;
      const key = keyOf(argv, how);
      const result = await (results.get(key) ?? remember(key, () => runAside(argv, how)));
      const output = readShared(result, maxReadBytes);
      if (output) return commandResult(result, output);
      const again = await runAside(argv, how);
      return commandResult(again, readShared(again, maxReadBytes) ?? new Uint8Array());
    },
    async runInto(argv, to, how) {
      if (!runsCommands) return { problem: 'absent', reason: notRun.reason ?? '' };
      const key = keyOf(argv, how);
      const known = results.get(key);
      if (!known) {
        let file: number | undefined;
        const open = (): number => {
          file = to();
          return file;
        };
        return remember(key, async () => shareItem(await start(argv, open, how), file));
      }
      const result = await known;
      if (!result.bytes) return (await copyShared(result, to)) ? result : start(argv, to, how);
      if (result.bytes.length > 0) writeBytes(to(), result.bytes, { maxBytes: maxItemBytes, raw: true });
      return result;
    },
    async which(word, { process, refused } = {}) {
      if (!runsCommands) return undefined;
      const program = findProgram(word);
      if (program.path === undefined) {
        if (program.problem !== 'absent') refused?.(program.reason, program.problem);
        return undefined;
      }
      const reason = notRunBy(process, program.real);
      if (reason === undefined) return program.path;
      refused?.(reason, 'refused');
      return undefined;
    },
    stop(reason) {
      stop.reason ??= reason;
      for (const listener of stop.listeners) listener();
      return mark.endDescendants();
    },
    notEntered: () => [...notEntered],
  };

  const remember = (key: string, make: () => Promise<SharedResult>): Promise<SharedResult> => {
    const result = make();
    results.set(key, result);
    // A command that could not be started may be requested again.
    result.catch(() => results.delete(key));
    return result;
  };

  const runAside = async (argv: readonly string[], how: RunOptions): Promise<SharedResult> => {
    let fd: number;
    try {
      fd = scratch();
    } catch (error) {
      if (!isHostError(error)) throw error;
      return { problem: error.problem, reason: error.message, bytes: new Uint8Array() };
    }
    const outcome = await start(argv, () => fd, how);
    const free = freeSpace(fd) ?? minScratch;
    if (free >= minScratch) return shareScratch(outcome, fd);
    const reason = `there is no space left for the output of ${argv[0]}: ${free} bytes are free`;
    return shareScratch({ problem: 'failed', reason }, fd);
  };

  return host;
}
