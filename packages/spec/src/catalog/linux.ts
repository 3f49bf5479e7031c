import { type Catalog, type Parts, variant } from './catalog.js';
import { checkNames } from './names.js';
import type { Provider } from './provider.js';
import type { Spec, Specs } from './types.js';

/** What the variant for all of Linux has beside a slice. */
export interface LinuxOverlay<S extends object> extends Parts {
  /** The distributions and service managers that specs of the slice are for, as in the option `for`; other specs are for all. */
  readonly for?: { readonly [K in keyof S]?: readonly string[] };
  /** Specs that the slice does not have. */
  readonly add?: Specs;
}

/** A slice's specs with what the overlay says about them. */
type WithFor<S extends object, F> = {
  readonly [K in keyof S]: K extends keyof F ? S[K] & { readonly for: F[K] } : S[K];
};

type AddedIn<V> = V extends { readonly add: infer A } ? A : unknown;
type ForIn<V> = V extends { readonly for: infer F } ? F : unknown;

/** Makes a slice's variant for all of Linux: its own specs, unchanged except for `for`, and those that it lacks. */
export function linux<
  S extends object,
  const V extends LinuxOverlay<S>,
  N extends string = never,
  M extends string = V extends { readonly providers: readonly Provider<infer P>[] } ? P : never,
>(base: Catalog<S, N>, overlay: V): Catalog<WithFor<S, ForIn<V>> & AddedIn<V>, N | M> {
  const { for: families = {}, add, ...parts } = overlay as LinuxOverlay<object>;
  const specs = base.specs as Specs;
  checkNames('for: the slice', Object.keys(families), specs);
  const override = Object.fromEntries(
    Object.entries(families as Readonly<Record<string, readonly string[]>>).map(([name, of]) => [
      name,
      { ...(specs[name] as Spec), for: of },
    ]),
  );
  // The origin of the slice is that of its own specs only.
  const { origin: _, ...withoutOrigin } = base as unknown as Catalog;
  return variant(withoutOrigin as Catalog, {
    ...parts,
    override,
    ...(add === undefined ? {} : { add }),
  }) as unknown as Catalog<WithFor<S, ForIn<V>> & AddedIn<V>, N | M>;
}
