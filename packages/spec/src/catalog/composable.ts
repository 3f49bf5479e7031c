import type { CollectionSpec } from './types.js';

/** The part of a catalog's type that `compose` needs to report at compile time that catalogs cannot be composed. */
interface Composed {
  readonly specs: object;
  readonly providers: Readonly<Record<string, { readonly name: string }>>;
}

/** The catalogs themselves; one that cannot be composed with the others becomes a sentence, which the compiler then shows. */
export type Composable<C extends readonly Composed[]> = {
  [I in keyof C]: [Problem<C, I, C[I]['specs']>] extends [never] ? C[I] : Problem<C, I, C[I]['specs']>;
};

/** The names of the providers in catalogs. */
export type ProvidersIn<C extends readonly Composed[]> = C[number]['providers'][string]['name'];

/** The specs of several catalogs in one type. */
export type SpecsIn<C extends readonly Composed[]> = {
  readonly [K in keyof Intersection<C[number]['specs']>]: Intersection<C[number]['specs']>[K];
};

type Intersection<U> = (U extends unknown ? (union: U) => void : never) extends (all: infer I) => void
  ? I
  : never;

// If some names are known only at run time, duplicate and missing names are, too.
type Problem<C extends readonly Composed[], I, S> = [Shared<C, I, S>] extends [never]
  ? [Missing<ProvidersOf<S>, ProvidersIn<C>>] extends [never]
    ? never
    : `provider ${Missing<ProvidersOf<S>, ProvidersIn<C>>} is missing: add it to the providers of a slice`
  : `spec ${Shared<C, I, S>} is in another catalog too: rename, omit or override one`;

type Shared<C extends readonly Composed[], I, S> =
  string extends NamesOfOthers<C, I> ? never : Extract<keyof S, NamesOfOthers<C, I>> & string;

type NamesOfOthers<C extends readonly Composed[], I> = {
  [J in keyof C]: J extends I ? never : keyof C[J]['specs'];
}[number];

type Missing<Needed, There> = string extends Needed | There ? never : Exclude<Needed, There> & string;

type ProvidersOf<S> = { [K in keyof S]: ProviderOf<S[K]> }[keyof S];

type ProviderOf<T> = T extends { readonly provider: infer P }
  ? P extends { readonly provider: infer N }
    ? N
    : never
  : T extends { readonly specs: readonly (infer U)[] } | { readonly spec: infer U }
    ? CollectionSpec extends U
      ? string
      : ProviderOf<U>
    : never;
