import type {
  CollectionSpec,
  CommandWithArgs,
  FirstFile,
  FirstOf,
  ForeachCollect,
  ForeachExecute,
  GlobFile,
  Head,
  Listdir,
  ProviderOf,
  SimpleCommand,
  SimpleFile,
  SpecOptions,
  Template,
} from './types.js';

type NoOptions = Record<never, never>;

/**
 * The options that a constructor takes. The argument determines `O`. Because `O` is limited to option keys and joined with
 * all options, editors complete option names and the compiler suggests the right spelling of a wrong one.
 */
export type Options<O> = {
  [K in keyof O & keyof SpecOptions]?: SpecOptions[K] extends O[K] ? O[K] : SpecOptions[K];
} & Partial<SpecOptions>;

/** The options in a spec's type: exactly as written, unless the compiler does not know the doc line. */
export type Given<O> = [keyof O] extends [never]
  ? unknown
  : string extends O['doc' & keyof O]
    ? SpecOptions
    : O extends infer T extends Partial<SpecOptions>
      ? { readonly [K in keyof T]: T[K] }
      : SpecOptions;

/** Contents of one file; a path without a leading slash is below the root. */
export function simpleFile<const P extends string, const O = NoOptions>(
  path: P,
  options?: Options<O>,
): SimpleFile<P> & Given<O> {
  return { type: 'simple_file', path, ...options } as SimpleFile<P> & Given<O>;
}

/** Output of one command, standard error merged in. */
export function simpleCommand<const C extends string, const O = NoOptions>(
  command: C,
  options?: Options<O>,
): SimpleCommand<C> & Given<O> {
  return { type: 'simple_command', command, ...options } as SimpleCommand<C> & Given<O>;
}

/** Contents of every file that matches one of the patterns (`*`, `?`, `[…]`, as in Python's glob). */
export function globFile<const P extends readonly string[], const O = NoOptions>(
  patterns: P,
  options?: Options<O>,
): GlobFile<P> & Given<O> {
  return { type: 'glob_file', patterns, ...options } as GlobFile<P> & Given<O>;
}

/** Contents of the first readable file in the list. */
export function firstFile<const P extends readonly string[], const O = NoOptions>(
  paths: P,
  options?: Options<O>,
): FirstFile<P> & Given<O> {
  return { type: 'first_file', paths, ...options } as FirstFile<P> & Given<O>;
}

/**
 * Sorted names in one directory. With a wildcard, the names of everything that matches, directories too; if the wildcard is not in the
 * last part of the path, from the directory before it on: `a/conf.d` for `/etc/?/conf.d`.
 */
export function listdir<const P extends string, const O = NoOptions>(
  path: P,
  options?: Options<O>,
): Listdir<P> & Given<O> {
  return { type: 'listdir', path, ...options } as Listdir<P> & Given<O>;
}

/** Output of a command once for each element of the provider; `null` if the element is the whole command. */
export function foreachExecute<
  const C extends string | null,
  const P extends ProviderOf<'foreach_execute'>,
  const O = NoOptions,
>(command: Template<C, P>, provider: P, options?: Options<O>): ForeachExecute<C, P> & Given<O> {
  return { type: 'foreach_execute', command, provider, ...options } as ForeachExecute<C, P> & Given<O>;
}

/** Contents of the path made from each element of the provider; the path may be a pattern. */
export function foreachCollect<
  const T extends string,
  const P extends ProviderOf<'foreach_collect'>,
  const O = NoOptions,
>(path: Template<T, P>, provider: P, options?: Options<O>): ForeachCollect<T, P> & Given<O> {
  return { type: 'foreach_collect', path, provider, ...options } as ForeachCollect<T, P> & Given<O>;
}

/** The result of the first alternative that returns data. */
export function firstOf<const S extends readonly CollectionSpec[], const O = NoOptions>(
  specs: S,
  options?: Options<O>,
): FirstOf<S> & Given<O> {
  return { type: 'first_of', specs, ...options } as FirstOf<S> & Given<O>;
}

/** Output of a command with the provider's single value; a list or a listdir is for `foreachExecute`. */
export function commandWithArgs<
  const C extends string,
  const P extends ProviderOf<'command_with_args'>,
  const O = NoOptions,
>(command: Template<C, P>, provider: P, options?: Options<O>): CommandWithArgs<C, P> & Given<O> {
  return { type: 'command_with_args', command, provider, ...options } as CommandWithArgs<C, P> & Given<O>;
}

/**
 * First item of a spec that gives several: the first file of a glob, the first name of a listdir, the first of what a `firstOf` takes. If
 * that item is empty, or may not be read, that is the outcome: no other item takes its place.
 */
export function head<const S extends CollectionSpec, const O = NoOptions>(
  spec: S,
  options?: Options<O>,
): Head<S> & Given<O> {
  return { type: 'head', spec, ...options } as Head<S> & Given<O>;
}
