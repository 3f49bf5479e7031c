import type { RunnerStream } from '@hostspec/runner';

/** The program of a runner on this machine. */
export interface RunnerProgram {
  /** The path of the file. */
  readonly program: string;
  /** The checksum that the file must have, in hexadecimal. */
  readonly sha256: string;
}

/** How to connect. */
export interface ConnectOptions {
  /** Start the runner as root, through sudo. Default false. */
  readonly sudo?: boolean;
  /** Gives the password for sudo; called at most once, and only if sudo asks. */
  readonly password?: () => Promise<string> | string;
  /** Leave the runner in the user's cache directory on the host, for the next connection. Default false. */
  readonly keepRunner?: boolean;
  /** Seconds without progress after which a connection that is not ready is given up. Default 30. */
  readonly connectTimeout?: number;
  /** Let ssh ask its own questions (password, passphrase, unknown host key) on the terminal of this process. Default false. */
  readonly interactive?: boolean;
  /** The first bytes for the runner, which the stream must not write again. All users of the host can see them. Default: none. */
  readonly first?: Uint8Array;
  /** The runner for an architecture, as Go names it (`amd64`, `arm64`, `s390x`, `ppc64le`); a sentence if there is none. */
  readonly runners: (arch: string) => RunnerProgram | string;
}

/** What is known about a connection. */
export interface RemoteFacts {
  /** The architecture of the host, as Go names it. */
  readonly arch: string;
  /** Whether the runner was uploaded now, or kept there by an earlier connection. */
  readonly runner: 'uploaded' | 'kept';
  /** Whether the runner stays on the host afterwards. */
  readonly stays: boolean;
  /** The home directory of the user there, as the host says; undefined if it names none. */
  readonly home: string | undefined;
  /** LANG of the user there, as the host says; undefined if it is not set, or not the plain name of a locale. */
  readonly lang: string | undefined;
}

/** A connection to a host on which a runner was started. */
export interface RemoteConnection {
  /** The input and output of the runner, for `createRunnerHost`. */
  readonly stream: RunnerStream;
  readonly facts: RemoteFacts;
  /** Ends the runner and the connection; waits until the local program, such as ssh, has ended. */
  close(): Promise<void>;
}
