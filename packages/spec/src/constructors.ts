import type {
  CollectionSpec,
  CommandWithArgs,
  ElementSource,
  FirstFile,
  FirstOf,
  ForeachCollect,
  ForeachExecute,
  GlobFile,
  Head,
  Listdir,
  SimpleCommand,
  SimpleFile,
  SpecOptions,
} from './types.js';

type NoOptions = Record<never, never>;

/** Contents of one file; a path without a leading slash is below the root. */
export function simpleFile<const P extends string, const O extends SpecOptions | NoOptions = NoOptions>(
  path: P,
  options?: O,
): SimpleFile<P> & NoInfer<O> {
  return { type: 'simple_file', path, ...options } as SimpleFile<P> & O;
}

/** Output of one command, standard error merged in. */
export function simpleCommand<const C extends string, const O extends SpecOptions | NoOptions = NoOptions>(
  command: C,
  options?: O,
): SimpleCommand<C> & NoInfer<O> {
  return { type: 'simple_command', command, ...options } as SimpleCommand<C> & O;
}

/** Contents of every file that matches one of the patterns (`*`, `?`, `[…]`, as in Python's glob). */
export function globFile<
  const P extends readonly string[],
  const O extends SpecOptions | NoOptions = NoOptions,
>(patterns: P, options?: O): GlobFile<P> & NoInfer<O> {
  return { type: 'glob_file', patterns, ...options } as GlobFile<P> & O;
}

/** Contents of the first file of the list that can be read. */
export function firstFile<
  const P extends readonly string[],
  const O extends SpecOptions | NoOptions = NoOptions,
>(paths: P, options?: O): FirstFile<P> & NoInfer<O> {
  return { type: 'first_file', paths, ...options } as FirstFile<P> & O;
}

/** Sorted names in one directory. */
export function listdir<const P extends string, const O extends SpecOptions | NoOptions = NoOptions>(
  path: P,
  options?: O,
): Listdir<P> & NoInfer<O> {
  return { type: 'listdir', path, ...options } as Listdir<P> & O;
}

/** Output of a command once for each element of the provider; `null` where the element itself says all. */
export function foreachExecute<
  const C extends string | null,
  const P extends ElementSource,
  const O extends SpecOptions | NoOptions = NoOptions,
>(command: C, provider: P, options?: O): ForeachExecute<C, P> & NoInfer<O> {
  return { type: 'foreach_execute', command, provider, ...options } as ForeachExecute<C, P> & O;
}

/** Contents of the path made from each element of the provider; the path may be a pattern. */
export function foreachCollect<
  const T extends string,
  const P extends ElementSource,
  const O extends SpecOptions | NoOptions = NoOptions,
>(path: T, provider: P, options?: O): ForeachCollect<T, P> & NoInfer<O> {
  return { type: 'foreach_collect', path, provider, ...options } as ForeachCollect<T, P> & O;
}

/** What the first alternative that returns data returns. */
export function firstOf<
  const S extends readonly CollectionSpec[],
  const O extends SpecOptions | NoOptions = NoOptions,
>(specs: S, options?: O): FirstOf<S> & NoInfer<O> {
  return { type: 'first_of', specs, ...options } as FirstOf<S> & O;
}

/** Output of a command for the one value of the provider. */
export function commandWithArgs<
  const C extends string,
  const P extends ElementSource,
  const O extends SpecOptions | NoOptions = NoOptions,
>(command: C, provider: P, options?: O): CommandWithArgs<C, P> & NoInfer<O> {
  return { type: 'command_with_args', command, provider, ...options } as CommandWithArgs<C, P> & O;
}

/** First item of a list-valued spec. */
export function head<const S extends CollectionSpec, const O extends SpecOptions | NoOptions = NoOptions>(
  spec: S,
  options?: O,
): Head<S> & NoInfer<O> {
  return { type: 'head', spec, ...options } as Head<S> & O;
}
