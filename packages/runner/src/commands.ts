import {
  commandKey,
  commandResult,
  giveBytes,
  type HostCommands,
  inheritedVariables,
  runWords,
} from '@hostspec/host-kit';
import {
  type CollectingHost,
  type CommandEnd,
  type ContentLimit,
  type HostProblem,
  maxReadBytes,
  type RunOptions,
  type TakePiece,
} from '@hostspec/spec';
import { accountMessage } from './account-message.js';
import type { Connection } from './connection.js';
import { type KnownOutput, outputKeeper } from './outputs.js';
import type { Answer } from './request.js';

const noProgram: CommandEnd = { problem: 'absent', reason: 'command not found: ' };

// More than this is run again if somebody asks again: a command of the catalog prints a few kilobytes.
const maxKeptBytes = 1024 * 1024;
const maxMemory = 16 * 1024 * 1024;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Makes the part of a host that runs commands, each at most once; `maxItemBytes` is the host's limit for one output, `environment` has what
 * commands can inherit. With `packsOutputs`, what is kept for others who ask is compressed.
 */
export function runnerCommands(
  connection: Connection,
  maxItemBytes: number,
  environment: Environment,
  packsOutputs: boolean,
): HostCommands {
  const memory = { left: maxMemory };
  const results = new Map<string, Promise<KnownOutput>>();
  const limitOf = ({ maxBytes = maxItemBytes }: ContentLimit): number => Math.min(maxBytes, maxItemBytes);

  const runOnce = async (
    argv: readonly string[],
    how: RunOptions & ContentLimit,
    take: TakePiece,
  ): Promise<CommandEnd> =>
    argv.length === 0
      ? noProgram
      : endOf(await connection.request('run', requestOf(argv, how, environment), take, limitOf(how)));

  /** Runs a command, whose output goes to whoever asked first and is kept for others. */
  const first = async (
    argv: readonly string[],
    how: RunOptions & ContentLimit,
    take: TakePiece,
  ): Promise<KnownOutput> => {
    const keeper = outputKeeper(memory, maxKeptBytes, packsOutputs);
    const end = await runOnce(argv, how, (piece) => {
      void keeper.take(piece);
      return take(piece);
    });
    return { end, output: keeper.keep(), limit: limitOf(how) };
  };

  const runInto: CollectingHost['runInto'] = async (argv, take, how = {}) => {
    const key = commandKey(argv, how);
    const known = results.get(key);
    if (!known) {
      const result = first(argv, how, take);
      results.set(key, result);
      result.catch(() => results.delete(key));
      return (await result).end;
    }
    const result = await known.catch(() => undefined);
    // It failed because of whoever took the output.
    if (result === undefined) return runInto(argv, take, how);
    const { end, output, limit } = result;
    const most = limitOf(how);
    if (output === undefined || (end.cut !== undefined && most > limit)) return runOnce(argv, how, take);
    const cut = await giveBytes(output(), take, most);
    return cut === undefined ? end : { ...end, cut };
  };

  return {
    runInto,
    run: runWords(async (argv, how) => {
      const pieces: Uint8Array[] = [];
      let left = maxReadBytes;
      const end = await runInto(
        argv,
        (piece) => {
          pieces.push(piece.subarray(0, left));
          left = Math.max(0, left - piece.length);
        },
        how,
      );
      return commandResult(end, pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces));
    }),
    async which(word, { process, refused } = {}) {
      const { path, problem, reason } = await connection.request('which', { word, process });
      if (problem !== undefined && problem !== 'absent') refused?.(String(reason), problem as HostProblem);
      return path as string | undefined;
    },
  };
}

function requestOf(
  argv: readonly string[],
  how: RunOptions & ContentLimit,
  environment: Environment,
): object {
  const { env, timeout, signal, stdin, as, maxBytes } = how;
  const inherited = inheritedVariables(how, environment);
  // What is undefined is not in the JSON.
  return {
    argv,
    env,
    inherited: Object.keys(inherited).length === 0 ? undefined : inherited,
    stdin: stdin === undefined ? undefined : Buffer.from(stdin).toString('base64'),
    timeout,
    signal,
    maxBytes,
    as: as && accountMessage(as),
  };
}

function endOf({ rc, problem, reason, cut }: Answer): CommandEnd {
  return {
    ...(rc == null ? {} : { rc: Number(rc) }),
    ...(problem == null ? {} : { problem: problem as HostProblem }),
    ...(reason == null ? {} : { reason: String(reason) }),
    ...(cut == null ? {} : { cut: { reason: String(cut) } }),
  };
}
