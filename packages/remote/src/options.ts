import type { RunnerStream } from '@hostspec/runner';

/** A runner program on this machine. */
export interface RunnerProgram {
  readonly program: string;
  /** SHA-256 that the file must have, in hexadecimal. */
  readonly sha256: string;
}

/** The debug pod for a node of Kubernetes. */
export interface PodOptions {
  /** An image that the node has or can pull, with the programs `sleep` and `nsenter`. */
  readonly image: string;
  /** The namespace of the pod, which must allow privileged pods. Default: that of the context. */
  readonly namespace?: string;
  /** Seconds after which the cluster ends the pod, if nothing removed it. Default and most: a day. */
  readonly lifetime?: number;
  /** Called with a sentence if the pod could not be removed. */
  readonly onLeft?: (sentence: string) => void;
}

/** Options of `connectTarget`. */
export interface ConnectOptions {
  /** Start the runner as root through sudo. Default: false. */
  readonly sudo?: boolean;
  /** Returns the password for sudo. Called at most once, and only if sudo asks. */
  readonly password?: () => Promise<string> | string;
  /** Leave the runner in the user's cache directory on the host for the next connection. Default: false. */
  readonly keepRunner?: boolean;
  /** Give up connecting after this many seconds without progress. Default: 30. */
  readonly connectTimeout?: number;
  /** Let ssh ask for a password, passphrase or unknown host key on this process's terminal. Default: false. */
  readonly interactive?: boolean;
  /** First bytes for the runner; do not write them to the stream again. All users of the host can see them. Default: none. */
  readonly first?: Uint8Array;
  /** The debug pod; needed for `kube-node://` alone. */
  readonly pod?: PodOptions;
  /** Returns the runner for an architecture in Go's names (`amd64`, `arm64`, `s390x`, `ppc64le`), or a sentence if there is none. */
  readonly runners: (arch: string) => RunnerProgram | string;
}

/** Facts about a connection. */
export interface RemoteFacts {
  /** The host's architecture, in Go's names. */
  readonly arch: string;
  /** Whether the runner was uploaded now or kept by an earlier connection. */
  readonly runner: 'uploaded' | 'kept';
  readonly stays: boolean;
  /** The user's home directory, as the host says; undefined if it names none. */
  readonly home: string | undefined;
  /** The user's LANG, as the host says; undefined if it is not set, or not the plain name of a locale. */
  readonly lang: string | undefined;
}

/** A connection to a host on which a runner was started. */
export interface RemoteConnection {
  /** The runner's input and output, for `createRunnerHost`. */
  readonly stream: RunnerStream;
  readonly facts: RemoteFacts;
  /** Ends the runner and the connection. Waits until the local program, such as ssh, has ended. */
  close(): Promise<void>;
}
