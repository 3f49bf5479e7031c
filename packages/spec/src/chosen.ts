/** A name of one of the specs, which the compiler checks, or a glob; for names known only at run time, `plan` takes `only`. */
export type NameOrGlob<S> = (keyof S & string) | `${string}*${string}`;

/** The arguments of `pick` and `omit`: any string is let in, so that `Chosen` can say what is wrong with one. */
export type Choices<S> = readonly (NameOrGlob<S> | (string & {}))[];

/** The names and globs themselves; instead of one that is not a name, the names nearest to it, which the compiler then shows. */
export type Chosen<S, P extends readonly string[]> = {
  [I in keyof P]: P[I] extends NameOrGlob<S> ? P[I] : Instead<S, P[I]>;
};

/** The specs whose names match one of the patterns, in types. */
export type Matching<S, P extends string> = Extract<keyof S, Template<P>>;

type Template<P extends string> = P extends `${infer Before}*${infer After}`
  ? `${Before}${string}${Template<After>}`
  : P;

// The first line keeps the compiler from looking for names near every name, which it does to complete an argument. The
// second is for any string, and for an argument that is not written yet.
type Instead<S, W extends string> =
  W extends NameOrGlob<S>
    ? never
    : '' extends W
      ? NameOrGlob<S>
      : [Nearest<keyof S & string, W>] extends [never]
        ? 'no spec has a name like this'
        : Nearest<keyof S & string, W>;

// Names that begin and end as the word does; in between, two of its characters may be anything.
type Nearest<
  N extends string,
  W extends string,
  Before extends string = '',
> = W extends `${infer A}${infer B}${infer Rest}`
  ? Extract<N, `${Before}${string}${Rest}`> | Nearest<N, `${B}${Rest}`, `${Before}${A}`>
  : never;
