import type { CommandEnd, Cut, FileFacts, Host, ReadOptions, RunOptions } from './host.js';
import type { ArchivedRun } from './host-identity.js';
import type { TakePiece } from './piece.js';

/** A limit for one file or output. */
export interface ContentLimit {
  /** The most bytes, if that is less than the host's own limit. */
  readonly maxBytes?: number | undefined;
}

interface ReadIntoOptions extends ReadOptions, ContentLimit {
  /** Cut anywhere, not at a line. Default false. */
  readonly raw?: boolean | undefined;
  /** Give only a part of the file, to which the limit then applies: the bytes from `from` on, to before `to` or the file's end. */
  readonly part?: FilePart | undefined;
}

/** A part of a file, in bytes from its start. */
export interface FilePart {
  readonly from: number;
  /** Default: the end of the file. */
  readonly to?: number | undefined;
}

/**
 * A host that passes content on in pieces instead of holding it in memory. It decides which bytes are given, and says if they
 * are not all; the taker counts, hashes and stores. Both methods that give content await each piece being taken, and
 * throw what the taker throws.
 */
export interface CollectingHost extends Host {
  /** The directory that is the host's root, as the user named it. */
  readonly root: string;
  /** Seconds that one command or file may take, if the spec does not say. Default 10. */
  readonly timeout?: number;
  /** How many files and commands to ask for at once, for a host whose answers need time on their way. Default: few, to save memory. */
  readonly atOnce?: number;
  /** If the host is an archive: what it says about the run that made it. */
  readonly archived?: ArchivedRun;
  /** The ids that this process, and others that work for it, have on the host; none on another machine. */
  processes?(): readonly number[];
  /** The time that its clock shows, in milliseconds since the epoch. Default: that of this machine. */
  now?(): number;
  /** The host's own name, for the archive's. */
  hostname(): Promise<string>;
  /** The kind of file at a path. @throws HostError, worded like that of `readInto`, if it does not exist or must not be accessed. */
  look(path: string): Promise<FileFacts>;
  /**
   * Gives the content of a regular file, or of a part of it; of more than the limit the end, starting at a whole line. Returns how it
   * was cut, if it was. @throws HostError.
   */
  readInto(path: string, take: TakePiece, options?: ReadIntoOptions): Promise<Cut | undefined>;
  /**
   * Runs a command, at most once a run as `run` does, and gives standard output and standard error in the order of arrival.
   * A command that fails is a result.
   */
  runInto(argv: readonly string[], take: TakePiece, options?: RunOptions & ContentLimit): Promise<CommandEnd>;
  /**
   * Stops everything that is running and starts nothing more, at once; returns how many surviving descendants had to be ended so
   * far. The first reason counts.
   */
  stop(reason: string): Promise<number>;
  /** Calls `listener` with the reason once the host can no longer be reached. A host in this process has no such method. */
  onLost?(listener: (reason: string) => void): void;
  /** Directories that were not entered so far, each with the reason. */
  notEntered(): readonly string[];
}

/** The default limit for one file or command output: 200 MiB. */
export const defaultMaxItemBytes = 200 * 1024 * 1024;
