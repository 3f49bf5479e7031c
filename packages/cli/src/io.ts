/** A destination of text. Commands need not make text safe for the terminal: `run` does that. */
export interface Output {
  /** Writes text, or bytes of collected content. */
  write(content: string | Uint8Array): unknown;
  /** Whether a person reads it on a terminal. */
  readonly isTTY?: boolean | undefined;
  /** Width of the terminal, in characters. */
  readonly columns?: number | undefined;
  /** Height of the terminal, in lines. */
  readonly rows?: number | undefined;
}

/** A terminal on which a person types and reads. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** The parts of its process that a command can use. */
export interface Io {
  readonly out: Output;
  readonly err: Output;
  /** Text from standard input, until its end. @throws UsageError if it is longer or not UTF-8. */
  readInput(maxBytes: number): Promise<string>;
  /** Bytes from standard input, in pieces. */
  inputBytes(): AsyncIterable<Uint8Array>;
  /** Asks for a secret on the terminal, without showing it; undefined if there is no terminal. */
  readonly askSecret?: ((question: string) => Promise<string>) | undefined;
  /** The terminal; undefined if input or output is something else. */
  terminal(): Terminal | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Listens for a signal to the process; the returned function stops listening. */
  onSignal(signal: NodeJS.Signals, listener: () => void): () => void;
  /** Has something done, and waited for, before the command ends. A process that ends otherwise does not do it. */
  atEnd(act: () => Promise<void>): void;
  /** Ends the process at once. */
  exit(status: number): void;
}
