import type { ConditionExpression } from './condition.js';
import type { elementSources } from './element-sources.js';
import type { Endpoint } from './endpoint.js';
import type { ProviderShape } from './provider.js';
import type { JournalPart, LogPart } from './window.js';

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

/** Sorted names in one directory, or of everything that matches a pattern. */
export interface Listdir<P extends string = string> {
  readonly type: 'listdir';
  readonly path: P;
}

/** Output of a command for each element of a provider. `container` says what to do inside each container. */
export interface ForeachExecute<
  C extends string | null = string | null,
  P extends ProviderOf<'foreach_execute'> = ProviderOf<'foreach_execute'>,
> {
  readonly type: 'foreach_execute';
  readonly command: C;
  readonly provider: P;
}

/** Contents of the path (or pattern) made from each element of a provider. */
export interface ForeachCollect<
  T extends string = string,
  P extends ProviderOf<'foreach_collect'> = ProviderOf<'foreach_collect'>,
> {
  readonly type: 'foreach_collect';
  readonly path: T;
  readonly provider: P;
}

/** The result of the first alternative that returns data. */
export interface FirstOf<S extends readonly CollectionSpec[] = readonly CollectionSpec[]> {
  readonly type: 'first_of';
  readonly specs: S;
}

/** Output of a command for the one value of a provider; several arguments take the place of one `%s`. */
export interface CommandWithArgs<
  C extends string = string,
  P extends ProviderOf<'command_with_args'> = ProviderOf<'command_with_args'>,
> {
  readonly type: 'command_with_args';
  readonly command: C;
  readonly provider: P;
}

/** First item of a spec that gives several, whatever it is: if there is nothing in it, there is nothing. */
export interface Head<S extends CollectionSpec = CollectionSpec> {
  readonly type: 'head';
  readonly spec: S;
}

declare const declared: unique symbol;

/** A provider in a spec's data: its name only, so that the data survives JSON. The compiler also knows what it yields, and its width. */
export interface ProviderReference<
  N extends string = string,
  S extends ProviderShape = ProviderShape,
  W extends number = number,
> {
  readonly provider: N;
  /** Never there: for the compiler. */
  readonly [declared]?: readonly [shape: S, width: W];
}

/** Where the elements for `%s` come from: a named provider, the names in a directory or the lines of a command. */
export type ProviderArgument = ProviderReference | Listdir | SimpleCommand;

/** The collection types with `%s`. */
type Filled = keyof typeof elementSources;

type SourceOf<T extends Filled> = (typeof elementSources)[T][number];

/** Where the elements for `%s` of a collection type can come from. */
export type ProviderOf<T extends Filled> =
  | ProviderReference<string, Extract<SourceOf<T>, ProviderShape>>
  | Extract<Listdir | SimpleCommand, { readonly type: SourceOf<T> }>;

/** The number of `%s` that a provider fills, in types; `number` if the compiler does not know. */
type Fills<P> = [P] extends [never]
  ? number
  : P extends ProviderReference<string, infer S, infer W>
    ? S extends 'list'
      ? W
      : S extends 'containers'
        ? number
        : 1
    : 1;

/** The number of `%s` in a template, in types; `number` if the compiler does not know the whole template. */
type Placeholders<T, Found extends readonly unknown[] = []> = T extends string
  ? Record<never, never> extends Record<T, unknown>
    ? number
    : T extends `${string}%s${infer Rest}`
      ? Placeholders<Rest, [...Found, unknown]>
      : Found['length']
  : 0;

/** The template itself; one with more or fewer `%s` than its provider fills becomes a sentence, which the compiler then shows. */
export type Template<T, P> = number extends Placeholders<T> | Fills<P>
  ? T
  : Placeholders<T> extends Fills<P>
    ? T
    : `${Placeholders<T>} %s in the template, but its provider fills ${Fills<P>}`;

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
interface StateChange {
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
  /** The first signal after a timeout, or at the limit of the output. Default SIGKILL. */
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
  /** Where the spec comes from, if it is not its author's own: an address, or the name of a manual page. */
  readonly origin?: string;
  /** The SPDX identifier of the licence of what `origin` names, if a part of the spec was taken from it. */
  readonly licence?: string;
  /**
   * The distributions and service managers that it is for; one of them is enough. Default: all. A distribution can have
   * a first version: `debian 12+`.
   */
  readonly for?: readonly string[];
  /**
   * The content is a text log: only its newest part is kept, packed files are unpacked, and the run's window of time
   * applies.
   */
  readonly log?: LogPart;
  /**
   * The command is journalctl, without `--since`, `--until` and `-r`, which are added: the newest entries are kept, and
   * stored in the usual order.
   */
  readonly journal?: JournalPart;
  /** Collected only if it is asked for by its name, or by a profile that names it. */
  readonly onRequest?: true;
  /** Collected only if this holds. */
  readonly when?: ConditionExpression;
  readonly effects?: Effects;
}

/** A spec of a catalog: its collection type, arguments, doc line and behaviour; plain data that survives JSON. */
export type Spec = CollectionSpec & SpecOptions;

/** A spec's name, unique in its catalog, to the spec. */
export type Specs = Readonly<Record<string, Spec>>;
