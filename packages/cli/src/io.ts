/** Where text goes. A command that writes to it need not make text safe for the terminal: `run` does. */
export interface Output {
  /** Writes text, or bytes as the content of something. */
  write(content: string | Uint8Array): unknown;
  /** Whether a person reads it on a terminal. */
  readonly isTTY?: boolean | undefined;
  /** Width of the terminal, in characters. */
  readonly columns?: number | undefined;
}

/** What a command has of the process that it runs in. */
export interface Io {
  readonly out: Output;
  readonly err: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Listens for a signal to the process; the returned function stops that. */
  onSignal(signal: NodeJS.Signals, listener: () => void): () => void;
  /** Ends the process at once. */
  exit(status: number): void;
}
