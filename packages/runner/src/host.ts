import { defined, limiter, noCommands, storedHostname } from '@hostspec/host-kit';
import {
  type Account,
  type CollectingHost,
  type Cut,
  defaultMaxItemBytes,
  type FileFacts,
  type HostOptions,
  type HostProblem,
  isHostError,
  type Keywords,
  maxReadBytes,
  type ReadOptions,
} from '@hostspec/spec';
import { checkingAnswers, createNotEntered } from './answers.js';
import { accountMessage, contentStart, runnerCommands } from './commands.js';
import { type Connection, connect, defaultTimeout, type RunnerStream, requestBytes } from './connection.js';
import type { Answer } from './read-answer.js';
import { openMemory, type SharedMemory } from './shared-memory.js';

/** Options of `createRunnerHost`. */
export interface RunnerHostOptions extends HostOptions {
  /** Variables that commands can inherit. Default: the environment of this process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Number of files and commands that the collector requests at the same time. Default: few, for a runner that answers at once. */
  readonly atOnce?: number;
  /** Compress outputs that are kept in memory, for many hosts at once. Default: false. */
  readonly packsOutputs?: boolean;
  /** Files to request together with the first request. Each saves a round trip. Default: none. */
  readonly ahead?: readonly string[];
  /** True if the runner was started with `firstRequests` of the same options, which saves a round trip. Default: false. */
  readonly isGiven?: boolean;
}

/** Facts about the runner of a host. */
export interface RunnerFacts {
  readonly build: string;
  readonly arch: string;
  readonly protocol: number;
}

/** A host whose files and commands are accessed by a runner. */
export interface RunnerHost extends CollectingHost {
  readonly runner: RunnerFacts;
}

// A runner allows 1,024 open requests. Commands may wait long for their turn there, and must not delay files.
const mostOpen = { commands: 384, files: 512 };

/** Limits the open requests of a connection. Further ones wait here. */
function inTurn(connection: Connection, most: number): Connection {
  const turn = limiter(most);
  return { ...connection, request: (...request) => turn(() => connection.request(...request)) };
}

/** Version of the protocol that this client speaks. */
export const protocol = 3;

type FirstOptions = Omit<RunnerHostOptions, 'environment' | 'atOnce' | 'packsOutputs' | 'isGiven'>;

/** Encodes the first requests that `createRunnerHost` makes with these options, for a runner that is started with them. */
export function firstRequests({ ahead = [], ...options }: FirstOptions): Uint8Array {
  const frames = [
    requestBytes('hello', 1, helloRequest(options)),
    ...ahead.map((path, at) => requestBytes('read', at + 2, startRequest(path, options))),
  ];
  return Buffer.concat(frames);
}

const helloRequest = (options: FirstOptions): object => ({ protocol, ...options });

/**
 * Opens a host over a stream to a runner.
 *
 * @throws HostError if no runner answers, if it speaks another protocol, or if the root cannot be used.
 */
export async function createRunnerHost(
  stream: RunnerStream,
  {
    environment = process.env,
    atOnce,
    packsOutputs = false,
    ahead = [],
    isGiven,
    ...options
  }: RunnerHostOptions = {},
): Promise<RunnerHost> {
  const notEntered = createNotEntered();
  let memory: SharedMemory | undefined;
  let keywords: Keywords | undefined;
  let isTold = false;
  /** Before the first large content, because most runs have none. */
  const tellKeywords = (): void => {
    if (!keywords || isTold) return;
    isTold = true;
    connection.request('keywords', { ...keywords }).catch(() => undefined);
  };
  const connection = checkingAnswers(
    connect(stream, notEntered.add, {
      given: isGiven ? firstRequests({ ahead, ...options }).length : 0,
      timeout: options.timeout,
      slot() {
        const slot = memory?.take();
        if (slot) tellKeywords();
        return slot;
      },
    }),
    notEntered.add,
  );
  const { timeout = defaultTimeout, maxItemBytes = defaultMaxItemBytes } = options;
  const saysHello = connection.request('hello', helloRequest(options));
  const early = new Map(ahead.map((path) => [path, readStart(connection, path, { timeout })]));
  // The error is thrown when the file is requested.
  for (const content of early.values()) content.catch(() => undefined);
  const hello = await saysHello;
  const clockAhead = Number(hello.time ?? Date.now()) - Date.now();
  const root = options.root ?? '/';
  const executes = hello.root === '/';
  const commands = runnerCommands(
    inTurn(connection, mostOpen.commands),
    maxItemBytes,
    environment,
    packsOutputs,
  );
  const { pid } = stream;
  if (pid !== undefined && hello.memory !== undefined)
    memory = openMemory(pid, Number(hello.memory), () => keywords);
  if (memory) connection.onEnd(memory.close);
  let stopped: string | undefined;
  const host: RunnerHost = {
    runner: { build: String(hello.build), arch: String(hello.arch), protocol: Number(hello.protocol) },
    executes,
    root,
    timeout,
    checksRealPath: true,
    ...(executes && pid !== undefined && { processes: () => [process.pid, pid] }),
    ...defined({ atOnce }),
    now: () => Date.now() + clockAhead,
    user: () => ({ uid: Number(hello.uid), gid: Number(hello.gid), groups: hello.groups as number[] }),
    hostname: async () => (executes ? String(hello.hostname) : await storedHostname(host)),
    ...runnerFiles(inTurn(connection, mostOpen.files), early, {
      timeout,
      maxItemBytes,
      stopped: () => stopped,
    }),
    findKeywords(wanted) {
      if (areAllowed(wanted)) keywords ??= wanted;
    },
    ...(executes ? commands : noCommands),
    async stop(reason) {
      stopped ??= reason;
      const { ended } = await connection.request('stop', { reason }).catch((): Answer => ({ ended: 0 }));
      return Number(ended);
    },
    stopped: () => stopped,
    onLost: connection.onEnd,
    notEntered: notEntered.all,
  };
  return host;
}

const mostKeywords = 32_768;
const mostKeywordBytes = 131_072;

/** Whether a runner accepts keywords. It would end for others. */
const areAllowed = ({ words, offsets }: Keywords): boolean =>
  words.length <= mostKeywords &&
  offsets.length === words.length &&
  words.reduce((bytes, { length }) => bytes + length, 0) <= mostKeywordBytes &&
  words.every(
    ({ length }, at) => length >= 3 && length <= 64 && (offsets[at] ?? 0) <= Math.max(0, length - 4),
  );

type HostFiles = Pick<
  CollectingHost,
  'readFile' | 'readInto' | 'stat' | 'look' | 'list' | 'glob' | 'controller'
>;

interface ReadSettings {
  readonly timeout: number;
  readonly maxItemBytes: number;
  stopped(): string | undefined;
}

interface StartOptions extends ReadOptions {
  readonly timeout?: number;
}

function startRequest(
  path: string,
  { timeout = defaultTimeout, by, maxBytes = maxReadBytes, realPath }: StartOptions,
) {
  const most = Math.min(maxBytes, maxReadBytes);
  return defined({ path, start: true, maxBytes: most, timeout, by: by && accountMessage(by), realPath });
}

async function readStart(connection: Connection, path: string, options: StartOptions): Promise<Uint8Array> {
  const content = contentStart();
  const body = startRequest(path, options);
  await connection.request('read', body, content.take, body.maxBytes);
  return content.whole();
}

/** The files of a host. Those in `early` have been requested already; each is used once. */
function runnerFiles(
  connection: Connection,
  early: Map<string, Promise<Uint8Array>>,
  { timeout, maxItemBytes, stopped }: ReadSettings,
): HostFiles {
  const look = async (path: string): Promise<FileFacts> =>
    (await connection.request('stat', { path, timeout })) as unknown as FileFacts;
  return {
    look,
    async stat(path) {
      try {
        return await look(path);
      } catch (error) {
        const isOver = connection.ended() !== undefined || stopped() !== undefined;
        if (isOver || !isHostError(error) || error.problem === 'timed out') throw error;
        return undefined;
      }
    },
    async readFile(path, options = {}) {
      const { by, maxBytes, realPath } = options;
      const isSame = (by ?? maxBytes ?? realPath) === undefined;
      const content = isSame ? early.get(path) : undefined;
      early.delete(path);
      return content ?? readStart(connection, path, { ...options, timeout });
    },
    async readInto(path, take, { raw, by, part, maxBytes, realPath } = {}) {
      const request = {
        path,
        timeout,
        ...(raw ? { raw } : {}),
        ...(part && { from: part.from, until: part.to }),
        ...(by && { by: accountMessage(by) }),
        ...defined({ maxBytes, realPath }),
      };
      const most = Math.min(maxBytes ?? maxItemBytes, maxItemBytes);
      return (await connection.request('read', request, take, most)).cut as Cut | undefined;
    },
    async list(path) {
      const { names } = await connection.request('list', { path, timeout });
      return (names as string[]).sort();
    },
    async glob(patterns, { newest } = {}) {
      const { paths, matched, notEntered, problem } = await connection.request('glob', {
        patterns,
        timeout,
        ...defined({ newest }),
      });
      return {
        paths: paths as string[],
        notEntered: (notEntered as string[] | undefined) ?? [],
        ...(matched === undefined ? {} : { matched: Number(matched) }),
        ...defined({ problem: problem as HostProblem | undefined }),
      };
    },
    async controller(path) {
      const { account } = await connection.request('controller', { path });
      return account as Account | undefined;
    },
  };
}
