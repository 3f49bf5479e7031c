import {
  type FileFacts,
  type Host,
  type HostProblem,
  hostError,
  maxReadBytes,
  type ReadOptions,
  type RunOptions,
} from '@hostspec/spec';
import { type Copied, type CopyOptions, writeBytes } from './live/copy.js';

/** The result of running a command into a file. */
export interface CommandOutcome {
  readonly rc?: number;
  readonly problem?: HostProblem;
  readonly reason?: string;
  /** Set if the output was cut. */
  readonly cut?: string;
}

/** Limits for one file or output. */
export interface CopyLimit {
  /** The most bytes, if that is less than the host's own limit. */
  readonly maxBytes?: number | undefined;
}

/** A host that writes content directly into an open file, without holding it in memory. */
export interface CollectingHost extends Host {
  /** The directory that is the host's root, as the user named it. */
  readonly root: string;
  /** The host's own name, for the archive's. */
  hostname(): Promise<string>;
  /** Copies a regular file into the one that `open` opens, once the source could be opened. @throws HostError or a system error. */
  copyFile(
    path: string,
    open: () => number,
    options: CopyLimit & ReadOptions & { readonly raw?: boolean | undefined },
  ): Promise<Copied>;
  /** The kind of file at a path. @throws HostError, worded like that of `copyFile`, if it does not exist or must not be accessed. */
  look(path: string): Promise<FileFacts>;
  /**
   * Runs a command with its output going into the file that `open` opens, once there is something to write or
   * the command's turn has come. Throws only what `open` throws.
   */
  runInto(
    argv: readonly string[],
    open: () => number,
    options: RunOptions & CopyLimit,
  ): Promise<CommandOutcome>;
  /** Stops everything that is running and starts nothing more; returns how many surviving descendants had to be ended. */
  stop(reason: string): number;
  /** Seconds that one command or file may take, if the spec does not say. Default 10. */
  readonly timeout?: number;
  /** Directories that were not entered so far, each with the reason. */
  notEntered(): readonly string[];
}

/** The default limit for one file or command output: 200 MiB. */
export const defaultMaxItemBytes = 200 * 1024 * 1024;

/** Turns any host into a collecting host; content passes through memory. */
export function collectingHost(host: Host, maxItemBytes = defaultMaxItemBytes): CollectingHost {
  if (isCollectingHost(host)) return host;
  const options = (raw: boolean | undefined, maxBytes = maxItemBytes): CopyOptions => ({
    maxBytes: Math.min(maxBytes, maxItemBytes),
    ...(raw ? { raw } : {}),
  });
  let stopped: string | undefined;
  return {
    ...host,
    root: '/',
    async hostname() {
      try {
        return new TextDecoder().decode(await host.readFile('/etc/hostname')).trim() || 'localhost';
      } catch {
        return 'localhost';
      }
    },
    async copyFile(path, open, { raw, by, maxBytes }) {
      if (stopped !== undefined) throw hostError('failed', stopped);
      const content = await host.readFile(path, { by });
      const whole = content.length < maxReadBytes ? content.length : (await host.stat(path))?.size;
      const copied = writeBytes(open(), content, options(raw, maxBytes));
      if (whole === content.length) return copied;
      const of = whole === undefined ? '' : ` of ${whole}`;
      const cut = { reason: `the first ${copied.bytes}${of} bytes: the limit of this host is reached` };
      return { ...copied, cut: whole === undefined ? cut : { ...cut, originalBytes: whole } };
    },
    async look(path) {
      const facts = await host.stat(path);
      if (facts) return facts;
      throw hostError('absent', `${path}: not found, or must not be accessed`);
    },
    async runInto(argv, open, { maxBytes, ...run }) {
      if (stopped !== undefined) return { problem: 'failed', reason: stopped };
      const { rc, output, problem, reason } = await host.run(argv, run);
      const written = output.length > 0 ? writeBytes(open(), output, options(true, maxBytes)) : undefined;
      const cut =
        output.length < maxReadBytes
          ? written?.cut?.reason
          : `the first ${written?.bytes} bytes: the limit of this host is reached`;
      return {
        ...(rc === undefined ? {} : { rc }),
        ...(problem === undefined ? {} : { problem }),
        ...(reason === undefined ? {} : { reason }),
        ...(cut === undefined ? {} : { cut }),
      };
    },
    stop(reason) {
      stopped ??= reason;
      return 0;
    },
    notEntered: () => [],
  };
}

function isCollectingHost(host: Host): host is CollectingHost {
  return 'copyFile' in host && 'runInto' in host;
}
