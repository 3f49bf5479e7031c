import { deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  commandKey,
  commandResult,
  giveBytes,
  type HostCommands,
  inheritedVariables,
  runWords,
} from '@hostspec/host-kit';
import {
  type Account,
  type CollectingHost,
  type CommandEnd,
  type ContentLimit,
  type HostProblem,
  maxReadBytes,
  type RunOptions,
  type TakePiece,
} from '@hostspec/spec';
import type { Connection } from './connection.js';
import type { Answer } from './read-answer.js';

const noProgram: CommandEnd = { problem: 'absent', reason: 'command not found: ' };

// Larger outputs are not kept: the command runs again. A command of the catalog prints a few kilobytes.
const maxKeptBytes = 1024 * 1024;
const maxMemory = 16 * 1024 * 1024;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Creates the part of a host that runs commands, each at most once. `maxItemBytes` limits one output; commands can inherit from
 * `environment`. With `packsOutputs`, kept outputs are compressed.
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

  /** Runs a command. Its output goes to the first caller and is kept for others. */
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
    // The `take` of the first caller failed, not the command.
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
      const output = contentStart();
      const end = await runInto(argv, output.take, how);
      return commandResult(end, output.whole());
    }),
    async which(word, { process, refused } = {}) {
      const { path, problem, reason } = await connection.request('which', { word, process });
      if (problem !== undefined && problem !== 'absent') refused?.(String(reason), problem as HostProblem);
      return path as string | undefined;
    },
  };
}

/** Keeps the start of a content in memory, at most `maxReadBytes`. Copies its pieces, which may be overwritten. */
export function contentStart(): { readonly take: TakePiece; whole(): Uint8Array } {
  const pieces: Uint8Array[] = [];
  let left = maxReadBytes;
  return {
    take(piece) {
      pieces.push(Buffer.from(piece.subarray(0, left)));
      left = Math.max(0, left - piece.length);
    },
    whole: () => (pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces)),
  };
}

function requestOf(
  argv: readonly string[],
  how: RunOptions & ContentLimit,
  environment: Environment,
): object {
  const { env, timeout, signal, stdin, as, maxBytes } = how;
  const inherited = inheritedVariables(how, environment);
  // JSON omits undefined values.
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

function endOf({ rc, problem, reason, program, cut }: Answer): CommandEnd {
  return {
    ...(rc == null ? {} : { rc: Number(rc) }),
    ...(problem == null ? {} : { problem: problem as HostProblem }),
    ...(reason == null ? {} : { reason: String(reason) }),
    ...(program == null ? {} : { program: String(program) }),
    ...(cut == null ? {} : { cut: { reason: String(cut) } }),
  };
}

/** The result of a command with its output, which is undefined if it was too large to keep. */
interface KnownOutput {
  readonly end: CommandEnd;
  readonly output: KeptOutput | undefined;
  /** The command was stopped after this many bytes of output. */
  readonly limit: number;
}

type KeptOutput = () => Uint8Array;

interface OutputKeeper {
  readonly take: TakePiece;
  /** Returns the whole output; undefined if it exceeded a limit. */
  keep(): KeptOutput | undefined;
}

/** Bytes of memory left for all outputs together. */
interface Memory {
  left: number;
}

// Compressing less than this saves hardly anything.
const worthPacking = 2048;

/** Creates a keeper for one output of at most `maxBytes`. Takes its bytes from `memory`. With `packs`, compresses what it keeps. */
export function outputKeeper(memory: Memory, maxBytes: number, packs: boolean): OutputKeeper {
  let pieces: string[] | undefined = [];
  let bytes = 0;
  return {
    take(piece) {
      if (!pieces) return;
      if (bytes + piece.length > maxBytes || piece.length > memory.left) {
        pieces = undefined;
        memory.left += bytes;
        return;
      }
      bytes += piece.length;
      memory.left -= piece.length;
      pieces.push(Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1'));
    },
    keep() {
      if (!pieces) return undefined;
      const whole = pieces.join('');
      pieces = undefined;
      if (!packs || bytes < worthPacking) return kept(whole);
      // The result is part of a larger buffer. The copy frees the rest of it.
      const packed = new Uint8Array(deflateRawSync(Buffer.from(whole, 'latin1'), { level: 1 }));
      memory.left += bytes - packed.length;
      return unpacked(packed);
    },
  };
}

// Outside the keeper, so that they hold nothing else of it in memory. As a string, a short output takes a third of the memory.
const kept =
  (whole: string): KeptOutput =>
  () =>
    Buffer.from(whole, 'latin1');
const unpacked =
  (packed: Uint8Array): KeptOutput =>
  () =>
    inflateRawSync(packed);

/** An account in the form of PROTOCOL.md. */
export function accountMessage({ uid, gid, name, groups, within }: Account): object {
  return { uid, gid, name, groups, within };
}
