import type { CommandEnd, Cut, FileFacts, Host, ReadOptions, RunOptions } from './host.js';

/** What tells a host from others, for programs that compare runs. */
export interface HostIdentity {
  /** The name that the host was asked for by; absent for the machine that the collector runs on. */
  readonly target?: string;
  /** The content of `/etc/machine-id`: stays the same until the host is installed again. */
  readonly machineId?: string;
  /** The id of the kernel's run: another one after each boot. */
  readonly bootId?: string;
}

/** What an archive says about the run that made it. */
export interface ArchivedRun extends HostIdentity {
  /** The kind of the archive, or of the one that its content was collected from. */
  readonly kind: ArchiveKind;
  /** Why the run ended early. */
  readonly interrupted?: string;
}

/**
 * The kind of an archive: written by hostspec; by insights-core, with metadata (`insights`) or only by file names
 * (`insights-host`); a sos report; or any other tree of a host's files.
 */
export type ArchiveKind = 'hostspec' | 'insights' | 'insights-host' | 'sos' | 'tree';

/**
 * Bytes of content on their way from a host to a sink. A piece belongs to whoever gives it, and nobody else writes to it. Who takes it as
 * an argument may read it until the call returns or its promise resolves. Who gets it as a result, of which it may be an argument's part,
 * may read it until the next call to its giver. Who needs it longer copies it.
 */
export type Piece = Uint8Array;

/** Words that a redaction looks for, without regard to the case of ASCII letters. Each has 3 to 64 bytes, as characters of Latin-1, in small letters. */
export interface Keywords {
  /** If several are at one place, the last counts. A host need not look for more than 32,768, or more than 131,072 bytes in all. */
  readonly words: readonly string[];
  /** For each word: the offset of its four bytes that are rare in content; 0 for a word of three. */
  readonly offsets: readonly number[];
}

/** Takes the next piece of some content. */
export type TakePiece = (piece: Piece) => Promise<void> | void;

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

/** How a host is opened, wherever it is. */
export interface HostOptions {
  /** The directory that is the host's root. Default: `/`. With any other root, no command is run. */
  readonly root?: string;
  /** Commands that run at once. Default: twice the number of processors, from 2 to 8. */
  readonly jobs?: number;
  /** Seconds for one command or file. Default: 10. */
  readonly timeout?: number;
  /** Most bytes of one file or output. Default: 200 MiB. */
  readonly maxItemBytes?: number;
  /** Enter network and FUSE mounts and autofs, with a separate process for each access. Default: false. */
  readonly enterMounts?: boolean;
  /** Let commands stand back behind all other processes, with nice 19. Default: nice 10. */
  readonly polite?: boolean;
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
  /** Looks for keywords in large content, to save this process the search. The first call counts. A host that cannot has no such method. */
  findKeywords?(keywords: Keywords): void;
  /**
   * Stops everything that is running and starts nothing more, at once; returns how many surviving descendants had to be ended so
   * far. The first reason counts.
   */
  stop(reason: string): Promise<number>;
  /** The first reason of `stop`; undefined before. A host without this method can be used again after a run. */
  stopped?(): string | undefined;
  /** Calls `listener` with the reason once the host can no longer be reached. A host in this process has no such method. */
  onLost?(listener: (reason: string) => void): void;
  /** Directories that were not entered so far, each with the reason. */
  notEntered(): readonly string[];
}

/** The default limit for one file or command output: 200 MiB. */
export const defaultMaxItemBytes = 200 * 1024 * 1024;
