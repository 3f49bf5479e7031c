import { closeSync } from 'node:fs';
import { availableParallelism, hostname } from 'node:os';
import {
  type Account,
  type CollectingHost,
  type CommandEnd,
  type ContentLimit,
  checkLimits,
  defaultMaxItemBytes,
  type FileFacts,
  type HostError,
  hostError,
  isHostError,
  limiter,
  maxReadBytes,
  onceFor,
  type RunOptions,
  runLines,
  runWords,
} from '@hostspec/spec';
import { breathe } from './breathe.js';
import { commandResult, keyOf, notRun } from './command-result.js';
import { directoryReader } from './directory.js';
import { factsOf } from './file-kind.js';
import { giveOpen, readStart } from './give.js';
import { type GlobHost, globPaths } from './glob.js';
import { type HeldOutput, outputHolder, withoutOutput } from './held-outputs.js';
import { whileLeased } from './lease.js';
import { markRun } from './leftovers.js';
import { isReal, locator } from './locate.js';
import { mountEntry } from './mount-entry.js';
import { mountGuard } from './mounts.js';
import { opener } from './open.js';
import { whileExhausted } from './patience.js';
import { namer, type Place, placeFinder } from './place.js';
import { codeOf, problemOf } from './problems.js';
import { notRunBy } from './process-program.js';
import { programFinder } from './programs.js';
import { rootDirectory } from './root-directory.js';
import { commandRunner } from './run-command.js';
import { freeSpace, minScratch, openScratch } from './scratch.js';
import { programJudge } from './trusted-program.js';
import { watchTaker } from './watch-taker.js';

/** Options for inspecting the running machine, or a directory with a root file system. */
export interface LocalHostOptions {
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
  /** A directory for the output of commands until it is passed on, in files without names. Default: the directory for temporary files. */
  readonly scratch?: string;
}

/** Files that are read at once. */
const maxOpenFiles = 4;

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
  const runsCommands = root === '/';
  const guard = mountGuard();
  const locate = locator(root, guard);
  const locateHere = locator('/', guard);
  const findProgram = programFinder(programJudge(guard));
  const open = opener(root);
  const directories = directoryReader(open);
  const limit = limiter(jobs);
  const files = limiter(maxOpenFiles);
  const mark = markRun();
  const hold = outputHolder();
  const notEntered = new Set<string>();
  const stop: { reason: string | undefined; readonly listeners: Set<() => void> } = {
    reason: undefined,
    listeners: new Set(),
  };

  const stopped = (): string | undefined => stop.reason;

  const scratch = async (): Promise<number> => {
    const fd = await whileExhausted(() => openScratch([options.scratch], isReal(locateHere)));
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

  /** Something is at the path, or a part of it is not a directory. */
  const notListed = async (path: string): Promise<HostError> =>
    (await host.stat(path))
      ? hostError('refused', `${path}: is not a directory`)
      : hostError('absent', `${path}: a part of the path is not a directory`);

  const withFile = async <T>(
    path: string,
    { real, leadsTo }: Place,
    by: Account | undefined,
    use: (fd: number) => Promise<T> | T,
  ): Promise<T> => {
    const openFile = (): Promise<number> =>
      whileExhausted(() => open.file(real, by, () => named(path, leadsTo)));
    const read = (): Promise<T> =>
      files(async () => {
        await ready();
        const fd = await openFile();
        try {
          return await use(fd);
        } finally {
          closeSync(fd);
        }
      });
    // Waiting for a lease keeps no other file from being read.
    return whileLeased(path, read, { seconds: timeout, stopped });
  };

  const host: CollectingHost = {
    executes: runsCommands,
    root,
    timeout,
    user: ownAccount,
    hostname: async () =>
      runsCommands
        ? hostname()
        : new TextDecoder()
            .decode(await host.readFile('/etc/hostname').catch(() => new Uint8Array()))
            .trim() || 'localhost',
    async readFile(path, { by } = {}) {
      const pieces: Uint8Array[] = [];
      await ready();
      try {
        const place = placeOf(path);
        if (!place.through) return await withFile(path, place, by, (fd) => readStart(fd, maxReadBytes));
        await place.through.give(place.real, (piece) => void pieces.push(piece.slice()), {
          maxBytes: maxReadBytes,
          raw: true,
        });
      } catch (error) {
        throw problemOf(error, path);
      }
      return Buffer.concat(pieces);
    },
    async readInto(path, take, { raw, by, maxBytes = maxItemBytes } = {}) {
      await ready();
      const how = { maxBytes: Math.min(maxBytes, maxItemBytes), timeout, stopped, raw };
      const taker = watchTaker(take);
      try {
        const place = placeOf(path);
        if (place.through) return await place.through.give(place.real, taker.take, how);
        return (await withFile(path, place, by, (fd) => giveOpen(fd, taker.take, how))).cut;
      } catch (error) {
        throw taker.threw(error) ? error : problemOf(error, path);
      }
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
        throw codeOf(error) === 'ENOTDIR' ? await notListed(path) : problemOf(error, path);
      }
    },
    async glob(patterns, { newest } = {}) {
      const matches = await globPaths(patterns, globHost, newest);
      for (const reason of matches.notEntered) notEntered.add(reason);
      return matches;
    },
    run: runWords(async (argv, how) => {
      if (!runsCommands) return { rc: undefined, output: new Uint8Array(), ...notRun };
      const result = await outputOf(argv, how);
      const output = result.start(maxReadBytes);
      if (output) return commandResult(result.end, output);
      const again = await runAside(argv, how);
      return commandResult(again.end, again.start(maxReadBytes) ?? new Uint8Array());
    }),
    async runInto(argv, take, how = {}) {
      if (!runsCommands) return notRun;
      const most = limitOf(how);
      const result = await outputOf(argv, how);
      const given = await result.give(take, most);
      if (given !== 'gone') return { ...result.end, ...given };
      const again = await runAside(argv, how);
      await again.give(take, most);
      return again.end;
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

  const limitOf = ({ maxBytes = maxItemBytes }: ContentLimit): number => Math.min(maxBytes, maxItemBytes);

  /** The output of a command, which is run again only if its output was cut before at less than is wanted now. */
  const outputOf = async (argv: readonly string[], how: RunOptions & ContentLimit): Promise<HeldOutput> => {
    const held = await once(argv, how);
    return held.end.cut === undefined || limitOf(how) <= held.limit ? held : await runAside(argv, how);
  };

  const runAside = async (argv: readonly string[], how: RunOptions & ContentLimit): Promise<HeldOutput> => {
    let fd: number | undefined;
    const openOutput = async (): Promise<number> => {
      fd = await scratch();
      return fd;
    };
    let end: CommandEnd;
    try {
      end = await start(argv, openOutput, how);
    } catch (error) {
      if (fd !== undefined) closeSync(fd);
      const { problem, message } = problemOf(error, argv[0] ?? '');
      return withoutOutput({ problem, reason: message });
    }
    if (fd === undefined) return withoutOutput(end);
    const free = freeSpace(fd) ?? minScratch;
    if (free >= minScratch) return hold(end, fd, limitOf(how));
    closeSync(fd);
    const reason = `there is no space left for the output of ${argv[0]}: ${free} bytes are free`;
    return withoutOutput({ problem: 'failed', reason });
  };

  const once = onceFor(keyOf, runAside);

  return host;
}

/** The account that this process has. */
function ownAccount(): Account {
  const groups = process.getgroups?.();
  return {
    uid: process.geteuid?.() ?? 0,
    gid: process.getegid?.() ?? 0,
    ...(groups === undefined ? {} : { groups }),
  };
}
