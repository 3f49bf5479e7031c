import type { Io } from './io.js';
import type { Options, Values } from './options.js';

/** A command of `hostspec`, as its module exports it. */
export interface Command {
  /** The text after the name on the command line: `[options] NAME`. */
  readonly usage: string;
  /** What it does, in a sentence or two. */
  readonly doc: string;
  readonly options: Options;
  /** How many arguments it takes besides options. */
  readonly operands: readonly [min: number, max: number];
  /** Whether the arguments after the first are the words of a command line, which may be empty. */
  readonly takesWords?: boolean;
  /** Example command lines, each with a description. */
  readonly examples?: readonly (readonly [line: string, doc: string])[];
  /** Further notes for the help. */
  readonly notes?: string;
  /** Returns the exit status. `commands` are all commands. */
  run(
    values: Values<Options>,
    operands: readonly string[],
    io: Io,
    commands: readonly CommandEntry[],
  ): Promise<number>;
}

/** What a command is for. */
export type CommandGroup = 'collect' | 'look' | 'secrets' | 'fleet' | 'catalogs' | 'setup';

/** A command as the dispatcher knows it. Its module is loaded only if the command is run. */
export interface CommandEntry {
  /** One or two words, as on the command line. */
  readonly name: string;
  readonly summary: string;
  /** Where the help lists it. */
  readonly group: CommandGroup;
  load(): Promise<{ readonly default: Command }>;
}

interface Definition<O extends Options> extends Omit<Command, 'options' | 'operands' | 'run'> {
  readonly options: O;
  readonly operands?: readonly [min: number, max: number];
  run(
    values: Values<O>,
    operands: readonly string[],
    io: Io,
    commands: readonly CommandEntry[],
  ): Promise<number>;
}

/** Defines a command; `run` gets the values of its own options, and returns the exit status. */
export function command<const O extends Options>(definition: Definition<O>): Command {
  const { run, operands = [0, 0], ...rest } = definition;
  return { ...rest, operands, run: (values, ...given) => run(values as Values<O>, ...given) };
}
