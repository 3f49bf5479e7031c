import type { ConditionExpression } from './condition.js';
import type { Endpoint } from './endpoint.js';

/** Contents of one file. */
export interface SimpleFile<P extends string = string> {
  readonly type: 'simple_file';
  readonly path: P;
}

/** Output of one command, split into POSIX words and run without a shell. */
export interface SimpleCommand<C extends string = string> {
  readonly type: 'simple_command';
  readonly command: C;
}

/** Contents of every file that matches one of the patterns, in pattern order, then sorted. */
export interface GlobFile<P extends readonly string[] = readonly string[]> {
  readonly type: 'glob_file';
  readonly patterns: P;
}

/** Contents of the first file of the list that can be read. */
export interface FirstFile<P extends readonly string[] = readonly string[]> {
  readonly type: 'first_file';
  readonly paths: P;
}

/** Sorted names in one directory. */
export interface Listdir<P extends string = string> {
  readonly type: 'listdir';
  readonly path: P;
}

/** Output of a command for each element of a provider. `container` says what to do inside each container. */
export interface ForeachExecute<
  C extends string | null = string | null,
  P extends ProviderArgument = ProviderArgument,
> {
  readonly type: 'foreach_execute';
  readonly command: C;
  readonly provider: P;
}

/** Contents of the path (or pattern) made from each element of a provider. */
export interface ForeachCollect<T extends string = string, P extends ProviderArgument = ProviderArgument> {
  readonly type: 'foreach_collect';
  readonly path: T;
  readonly provider: P;
}

/** The result of the first alternative that returns data. */
export interface FirstOf<S extends readonly CollectionSpec[] = readonly CollectionSpec[]> {
  readonly type: 'first_of';
  readonly specs: S;
}

/** Output of a command for the one value of a provider; a list value becomes one argument per item. */
export interface CommandWithArgs<C extends string = string, P extends ProviderArgument = ProviderArgument> {
  readonly type: 'command_with_args';
  readonly command: C;
  readonly provider: P;
}

/** First item of a list-valued spec. */
export interface Head<S extends CollectionSpec = CollectionSpec> {
  readonly type: 'head';
  readonly spec: S;
}

/** A provider in a spec's data: its name only, so that the data survives JSON. */
export interface ProviderReference<N extends string = string> {
  readonly provider: N;
}

/** Where the elements for `%s` come from: a named provider, the names in a directory or the lines of a command. */
export type ProviderArgument = ProviderReference | Listdir | SimpleCommand;

/** The arguments of one of the ten collection types. */
export type CollectionSpec =
  | SimpleFile
  | SimpleCommand
  | GlobFile
  | FirstFile
  | Listdir
  | ForeachExecute
  | ForeachCollect
  | FirstOf
  | CommandWithArgs
  | Head;

/** The ten collection types, as named in the catalog. */
export type CollectionType = CollectionSpec['type'];

/** How a command changes the host. */
export interface StateChange {
  /** What it changes, in words. */
  readonly what: string;
  /** Only command lines with one of these arguments change it. Default: all do. */
  readonly arguments?: readonly string[];
}

/** Effects of collecting a spec beyond reading this host; shown to the user before it runs. */
export interface Effects {
  /** Sends packets to other hosts or to a metadata address; skipped by `offline`. */
  readonly network?: boolean;
  /** Changes the host; such a command is off unless state changes are allowed. */
  readonly changesState?: StateChange;
  /** The kernel may load modules to answer. */
  readonly loadsModules?: boolean;
  /** Gives nothing useful to a user other than root. */
  readonly needsRoot?: boolean;
}

/** How a spec behaves at run time, beside its type and arguments. */
export interface SpecOptions {
  /** What it shows and why it is useful, in one line. */
  readonly doc: string;
  /** Keep the output of a command that exits non-zero. Default false. */
  readonly keepRc?: boolean;
  /**
   * Exit statuses by which a command says that it found nothing, such as 1 of `pgrep`: the outcome is `empty`, or the
   * output is kept if there is some.
   */
  readonly emptyRc?: readonly number[];
  /**
   * What makes a failed command mean that the thing it asks for is not there (`absent`): exit statuses, and texts that
   * the beginning of its output contains, such as `No such file or directory`. `keepRc` takes precedence.
   */
  readonly absentWhen?: readonly (number | string)[];
  /** Name below `insights_commands/`, or for files a directory (ending in `/`) that receives the base name. */
  readonly saveAs?: string;
  /** The first signal after a timeout. Default SIGKILL. */
  readonly signal?: 'SIGTERM' | 'SIGKILL';
  /** Environment variables set on top of the safe environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Environment variables taken over from the collector. */
  readonly inheritEnv?: readonly string[];
  /** Seconds one command may take. Default: the run's timeout. */
  readonly timeout?: number;
  /** The content is binary: it is never cut at a line. */
  readonly raw?: boolean;
  /** A `foreach_execute` over containers: read a file or run a command inside each. */
  readonly container?: 'file' | 'command';
  /** An argument that contains `%s` is itself a command line: elements are quoted for a POSIX shell inside it. */
  readonly nestedCommandLine?: boolean;
  /**
   * The provider's values are secrets: curl reads the argument with `%s` and the option before it from standard
   * input, and the values never appear in an argument, name, manifest or message.
   */
  readonly secret?: 'curl-config';
  /** A setting whose value, when not empty, replaces the given scheme and host in the command's arguments. */
  readonly endpoint?: Endpoint;
  /** Collected only if this holds. */
  readonly when?: ConditionExpression;
  readonly effects?: Effects;
}

/** A spec of a catalog: its collection type, arguments, doc line and behaviour; plain data that survives JSON. */
export type Spec = CollectionSpec & SpecOptions;

/** A spec's name, unique in its catalog, to the spec. */
export type Specs = Readonly<Record<string, Spec>>;
