import {
  type Account,
  type CollectingHost,
  type CommandEnd,
  type ContentLimit,
  type Cut,
  type FileFacts,
  type HostProblem,
  isHostError,
  maxReadBytes,
  type RunOptions,
  readText,
  splitWords,
  type TakePiece,
} from '@hostspec/spec';
import { type Connection, connect, type RunnerStream } from './connection.js';
import { type KnownOutput, outputKeeper } from './outputs.js';
import type { Answer } from './request.js';

/** Options of a host over a runner. */
export interface RunnerHostOptions {
  /** The directory that is the host's root. Default `/`; for any other root, no command is run. */
  readonly root?: string;
  /** Number of commands that run at once. Default: twice the number of processors, at least 2 and at most 8. */
  readonly jobs?: number;
  /** Seconds that one command or file may take. Default 10. */
  readonly timeout?: number;
  /** Limit in bytes for one file or output. Default 200 MiB. */
  readonly maxItemBytes?: number;
  /** Enter network and FUSE mounts and autofs. Default false. */
  readonly enterMounts?: boolean;
}

/** The runner that a host uses. */
export interface RunnerFacts {
  readonly build: string;
  readonly arch: string;
  readonly protocol: number;
}

/** A host whose files and commands a runner touches. */
export interface RunnerHost extends CollectingHost {
  readonly runner: RunnerFacts;
}

/** The protocol of this client. */
export const protocol = 1;

/**
 * Opens a host over a stream to a runner.
 *
 * @throws HostError if no runner answers, if it speaks another protocol, or if the root cannot be used.
 */
export async function createRunnerHost(
  stream: RunnerStream,
  options: RunnerHostOptions = {},
): Promise<RunnerHost> {
  const notEntered = new Set<string>();
  const connection = connect(stream, (reasons) => {
    for (const reason of reasons) notEntered.add(reason);
  });
  const hello = await connection.request('hello', { protocol, ...options });
  const root = options.root ?? '/';
  const executes = hello.root === '/';
  const { timeout = 10 } = options;
  const commands = runnerCommands(connection);
  const host: RunnerHost = {
    runner: { build: String(hello.build), arch: String(hello.arch), protocol: Number(hello.protocol) },
    executes,
    root,
    timeout,
    user: () => ({ uid: Number(hello.uid), gid: Number(hello.gid), groups: hello.groups as number[] }),
    hostname: async () =>
      executes ? String(hello.hostname) : (await readText(host, '/etc/hostname'))?.trim() || 'localhost',
    ...runnerFiles(connection, timeout),
    ...(executes ? commands : noCommands),
    async stop(reason) {
      const { ended } = await connection.request('stop', { reason }).catch((): Answer => ({ ended: 0 }));
      return Number(ended);
    },
    notEntered: () => [...notEntered],
  };
  return host;
}

type HostFiles = Pick<
  CollectingHost,
  'readFile' | 'readInto' | 'stat' | 'look' | 'list' | 'glob' | 'controller'
>;

function runnerFiles(connection: Connection, timeout: number): HostFiles {
  const look = async (path: string): Promise<FileFacts> =>
    (await connection.request('stat', { path, timeout })) as unknown as FileFacts;
  return {
    look,
    async stat(path) {
      try {
        return await look(path);
      } catch (error) {
        if (connection.ended() !== undefined || !isHostError(error) || error.problem === 'timed out')
          throw error;
        return undefined;
      }
    },
    async readFile(path, { by } = {}) {
      const pieces: Uint8Array[] = [];
      const request = {
        path,
        start: true,
        maxBytes: maxReadBytes,
        timeout,
        ...(by && { by: accountOf(by) }),
      };
      await connection.request('read', request, (piece) => void pieces.push(piece));
      return Buffer.concat(pieces);
    },
    async readInto(path, take, { raw, by, maxBytes } = {}) {
      const request = {
        path,
        timeout,
        ...(raw ? { raw } : {}),
        ...(by && { by: accountOf(by) }),
        ...(maxBytes === undefined ? {} : { maxBytes }),
      };
      return (await connection.request('read', request, take)).cut as Cut | undefined;
    },
    async list(path) {
      const { names } = await connection.request('list', { path, timeout });
      return (names as string[]).sort();
    },
    async glob(patterns, { newest } = {}) {
      const { paths, matched, notEntered } = await connection.request('glob', {
        patterns,
        timeout,
        ...(newest === undefined ? {} : { newest }),
      });
      return {
        paths: paths as string[],
        notEntered: (notEntered as string[] | undefined) ?? [],
        ...(matched === undefined ? {} : { matched: Number(matched) }),
      };
    },
    async controller(path) {
      const { account } = await connection.request('controller', { path });
      return account as Account | undefined;
    },
  };
}

type HostCommands = Pick<CollectingHost, 'run' | 'runInto' | 'which'>;

const notRun = {
  problem: 'absent',
  reason: 'commands are not run on a root that is not the running machine',
} as const satisfies CommandEnd;

const noCommands: HostCommands = {
  run: async () => ({ rc: undefined, output: new Uint8Array(), ...notRun }),
  runInto: async () => notRun,
  which: async () => undefined,
};

// More than this is run again if somebody asks again: a command of the catalog prints a few kilobytes.
const maxKeptBytes = 1024 * 1024;
const maxMemory = 16 * 1024 * 1024;

function runnerCommands(connection: Connection): HostCommands {
  const memory = { left: maxMemory };
  const results = new Map<string, Promise<KnownOutput>>();

  const runOnce = async (
    argv: readonly string[],
    how: RunOptions & ContentLimit,
    take: TakePiece,
  ): Promise<CommandEnd> => endOf(await connection.request('run', requestOf(argv, how), take));

  /** Runs a command, whose output goes to whoever asked first and is kept for others. */
  const first = async (
    argv: readonly string[],
    how: RunOptions & ContentLimit,
    take: TakePiece,
  ): Promise<KnownOutput> => {
    const keeper = outputKeeper(memory, maxKeptBytes);
    const end = await runOnce(argv, how, (piece) => {
      void keeper.take(piece);
      return take(piece);
    });
    return { end, output: keeper.whole() };
  };

  const runInto: CollectingHost['runInto'] = async (argv, take, how = {}) => {
    const key = keyOf(argv, how);
    const known = results.get(key);
    if (!known) {
      const result = first(argv, how, take);
      results.set(key, result);
      // It failed because of whoever took the output.
      result.catch(() => results.delete(key));
      return (await result).end;
    }
    const { end, output } = await known;
    if (output === undefined) return runOnce(argv, how, take);
    if (output.length > 0) await take(output);
    return end;
  };

  return {
    runInto,
    async run(command, how = {}) {
      const argv = typeof command === 'string' ? splitWords(command) : command;
      const pieces: Uint8Array[] = [];
      let left = maxReadBytes;
      const { rc, problem, reason } = await runInto(
        argv,
        (piece) => {
          pieces.push(piece.subarray(0, left));
          left = Math.max(0, left - piece.length);
        },
        how,
      );
      const output = pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces);
      return { rc, output, ...(problem === undefined ? {} : { problem, reason: reason ?? problem }) };
    },
    async which(word, { process, refused } = {}) {
      const { path, problem, reason } = await connection.request('which', {
        word,
        ...(process === undefined ? {} : { process }),
      });
      if (problem !== undefined && problem !== 'absent') refused?.(String(reason), problem as HostProblem);
      return path as string | undefined;
    },
  };
}

/** Tells commands apart that are run once each. */
function keyOf(argv: readonly string[], { env, inheritEnv, stdin, as }: RunOptions): string {
  return JSON.stringify([argv, env ?? {}, inheritEnv ?? [], stdin ?? '', as && [as.uid, as.gid, as.groups]]);
}

function requestOf(argv: readonly string[], how: RunOptions & ContentLimit): object {
  const { env, inheritEnv = [], timeout, signal, stdin, as, maxBytes } = how;
  const values = inheritEnv.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    argv,
    ...(env === undefined ? {} : { env }),
    ...(values.length === 0 ? {} : { inherited: Object.fromEntries(values) }),
    ...(stdin === undefined ? {} : { stdin: Buffer.from(stdin).toString('base64') }),
    ...(timeout === undefined ? {} : { timeout }),
    ...(signal === undefined ? {} : { signal }),
    ...(maxBytes === undefined ? {} : { maxBytes }),
    ...(as === undefined ? {} : { as: accountOf(as) }),
  };
}

function accountOf({ uid, gid, name, groups }: Account): object {
  return { uid, gid, ...(name === undefined ? {} : { name }), ...(groups === undefined ? {} : { groups }) };
}

function endOf({ rc, problem, reason, cut }: Answer): CommandEnd {
  return {
    ...(rc == null ? {} : { rc: Number(rc) }),
    ...(problem == null ? {} : { problem: problem as HostProblem }),
    ...(reason == null ? {} : { reason: String(reason) }),
    ...(cut == null ? {} : { cut: { reason: String(cut) } }),
  };
}
