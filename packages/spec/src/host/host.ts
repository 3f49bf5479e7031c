/** The kind of file at a path. */
export type FileKind = 'file' | 'directory' | 'block' | 'character' | 'fifo' | 'socket' | 'other';

/** Facts about the file at a path; symbolic links are followed. */
export interface FileFacts {
  readonly kind: FileKind;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
  /** The path without links, if links lead to it. */
  readonly leadsTo?: string;
}

/** Why a host could not answer a request. */
export type HostProblem = 'absent' | 'denied' | 'refused' | 'timed out' | 'failed';

/** The error that a host's methods throw: told apart by `problem`, never by its class. */
export interface HostError extends Error {
  readonly code: 'HOST';
  readonly problem: HostProblem;
  /** The path without links of a file that is not at the `realPath` of a read. */
  readonly leadsTo?: string;
}

/** The paths that patterns matched: in the order of the patterns, sorted for each. */
export interface Matches {
  readonly paths: readonly string[];
  /** How many files matched; set only if `paths` contains only the newest of them. */
  readonly matched?: number;
  /** Directories that were not entered (network and FUSE mounts, autofs) or not readable, each with the reason. */
  readonly notEntered: readonly string[];
  /** The gravest of those reasons, or that the search was stopped; undefined if it saw everything. */
  readonly problem?: HostProblem;
}

/** An account of the host. */
export interface Account {
  readonly uid: number;
  /** Its primary group. */
  readonly gid: number;
  /** Its login name, if the host knows one. */
  readonly name?: string;
  /** Further groups that it belongs to. Default: none. */
  readonly groups?: readonly number[];
  /** A directory that files opened with its rights must be in: a link that leads out of it is refused. Default: any. */
  readonly within?: string;
}

/** How a file is to be read. */
export interface ReadOptions {
  /** The account whose file or process named the path: it is opened with that account's rights. Default: the host's. */
  readonly by?: Account | undefined;
  /** The most bytes, from the start of the file. Default and limit: 16 MiB. */
  readonly maxBytes?: number | undefined;
  /**
   * The path without links at which the file must be: any other file is refused before it is opened, with an error that has `leadsTo`.
   * Only hosts with `checksRealPath` obey it. Default: any path.
   */
  readonly realPath?: string | undefined;
}

interface GlobOptions {
  /** The most files to find; if there are more, the newest. Default: the host decides. */
  readonly newest?: number;
}

/** How a command is to be run. */
export interface RunOptions {
  /** Variables set on top of the safe environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Variables taken over from the collector. */
  readonly inheritEnv?: readonly string[];
  /** Seconds. Default: the run's timeout. */
  readonly timeout?: number;
  /** The first signal after a timeout, or at the limit of the output. Default SIGKILL. */
  readonly signal?: 'SIGTERM' | 'SIGKILL';
  /** Written to the command's standard input, which is empty by default; never logged. */
  readonly stdin?: string;
  /**
   * Run it with the rights of this account, which named its arguments; its output passes through a pipe. Denied if the collector
   * is neither root nor that account. Default: the rights of the collector.
   */
  readonly as?: Account | undefined;
}

interface WhichOptions {
  /** A process that claims to run the program: it counts only if it really does, on this machine and outside of containers. */
  readonly process?: number;
  /** Called with the reason if an existing program does not count. */
  readonly refused?: (reason: string, problem: HostProblem) => void;
}

/** How content was cut. */
export interface Cut {
  /** In words, with how much remains. */
  readonly reason: string;
  /** Bytes before the cut, if known. */
  readonly originalBytes?: number;
}

/** How a command ended. */
export interface CommandEnd {
  /** Exit status; undefined if the command was not found, was killed or timed out. */
  readonly rc?: number | undefined;
  /** Why the command has no exit status of its own. */
  readonly problem?: HostProblem;
  /** The problem in words. */
  readonly reason?: string;
  /** How its output was cut, if it was. */
  readonly cut?: Cut;
  /** The path of the program that ran, if it is not the one in the command. */
  readonly program?: string;
}

/** The end of a command with its output in memory. A command that fails gives a result, not an exception. */
export interface CommandResult extends CommandEnd {
  readonly rc: number | undefined;
  /** Standard output and standard error in the order of arrival, at most 16 MiB of them. */
  readonly output: Uint8Array;
}

/** The most bytes of a file or output that a host returns in memory: 16 MiB. */
export const maxReadBytes = 16 * 1024 * 1024;

/**
 * The machine, unpacked root or archive that is inspected.
 *
 * Paths are absolute inside the host, or without a leading slash below its root. Bytes of a name that are not UTF-8 are lone surrogates
 * U+DC80 to U+DCFF, so that every name survives. Methods throw a `HostError` unless documented otherwise; none blocks forever.
 */
export interface Host {
  /** Whether commands are executed. Otherwise they are looked up. */
  readonly executes: boolean;
  /** True if reads obey `realPath`. Otherwise, a caller must use `stat` to find out where links lead. */
  readonly checksRealPath?: boolean;
  /** The account that the host collects with; undefined if it has none, as an archive. */
  user?(): Account | undefined;
  /** Contents of a regular file from its start, at most 16 MiB of it. */
  readFile(path: string, options?: ReadOptions): Promise<Uint8Array>;
  /** Facts about a path; undefined if nothing is there or it must not be accessed. */
  stat(path: string): Promise<FileFacts | undefined>;
  /** Sorted names in a directory. */
  list(path: string): Promise<string[]>;
  /** All matches except directories, by the rules of `glob_file`. */
  glob(patterns: readonly string[], options?: GlobOptions): Promise<Matches>;
  /** Runs a command line or argument vector, each at most once a run: later calls get the same result. Never throws. */
  run(command: string | readonly string[], options?: RunOptions): Promise<CommandResult>;
  /** Path of the program that a word names, as `run` would find it; undefined if there is none that may be run. */
  which(program: string, options?: WhichOptions): Promise<string | undefined>;
  /**
   * The account other than root that decides what is at a path: it can write to the file, or change a directory or link on
   * the way to it. Undefined if only root can, if nothing is there, or if the host cannot tell, as an archive cannot.
   */
  controller?(path: string): Promise<Account | undefined>;
  /**
   * Returns what `read` returns, and calls it at most once a run, for facts that several providers need. `read` gets a host with the same
   * denials. Only the hosts that a run gives to providers and conditions have this method, because each gets one of its own.
   */
  once?<T>(read: (host: Host) => Promise<T>): Promise<T>;
}

/** Creates the error that a host's methods throw. */
export function hostError(problem: HostProblem, message: string, leadsTo?: string): HostError {
  // Hundreds of these errors are normal answers; their stack traces help nobody.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const error = Object.assign(new Error(message), {
    code: 'HOST' as const,
    problem,
    ...(leadsTo !== undefined && { leadsTo }),
  });
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}

/** Whether an error is a `HostError`, from whichever copy of this package. */
export function isHostError(error: unknown): error is HostError {
  return error instanceof Error && 'code' in error && error.code === 'HOST' && 'problem' in error;
}

/** Contents of a file as text; undefined if it cannot be read. */
export async function readText(
  host: Pick<Host, 'readFile'>,
  path: string,
  options?: ReadOptions,
): Promise<string | undefined> {
  const bytes = await readBytes(host, path, options);
  return bytes && new TextDecoder().decode(bytes);
}

/** Contents of a file; undefined if it cannot be read. */
export async function readBytes(
  host: Pick<Host, 'readFile'>,
  path: string,
  options?: ReadOptions,
): Promise<Uint8Array | undefined> {
  try {
    return await host.readFile(path, options);
  } catch (error) {
    if (isHostError(error)) return undefined;
    throw error;
  }
}

/** Output of a command as lines without line ends; undefined if it failed, unless `keepRc`. */
export async function runLines(
  host: Host,
  command: string | readonly string[],
  options: RunOptions & { readonly keepRc?: boolean } = {},
): Promise<string[] | undefined> {
  const { keepRc, ...run } = options;
  const result = await host.run(command, run);
  if (result.rc === undefined || (result.rc !== 0 && !keepRc)) return undefined;
  return textLines(new TextDecoder().decode(result.output));
}

/** The lines of a text, without line ends and without an empty last one. */
export function textLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
