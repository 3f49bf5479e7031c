/** The name of a spec, which the compiler checks, or a glob. For names known only at run time, use `only` of `plan`. */
type NameOrGlob<S> = (keyof S & string) | `${string}*${string}`;

/** The arguments of `pick` and `omit`: any string is accepted, so that `Chosen` can report a wrong one. */
export type Choices<S> = readonly (NameOrGlob<S> | (string & {}))[];

/** The names and globs themselves; a wrong name becomes the nearest names, which the compiler then shows. */
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

// Names that begin and end like the word; in between, two characters may differ.
type Nearest<
  N extends string,
  W extends string,
  Before extends string = '',
> = W extends `${infer A}${infer B}${infer Rest}`
  ? Extract<N, `${Before}${string}${Rest}`> | Nearest<N, `${B}${Rest}`, `${Before}${A}`>
  : never;
