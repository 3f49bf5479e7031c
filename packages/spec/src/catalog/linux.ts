import { type Catalog, type Parts, variant } from './catalog.js';
import { checkNames } from './names.js';
import type { Provider } from './provider.js';
import type { Spec, Specs } from './types.js';
import type { LogPart } from './window.js';

/** What the variant for all of Linux has beside a slice. */
export interface LinuxOverlay<S extends object> extends Parts {
  /** The distributions and service managers that specs of the slice are for, as in the option `for`; other specs are for all. */
  readonly for?: { readonly [K in keyof S]?: readonly string[] };
  /** Specs of the slice that collect text logs, with the option `log`; without it, a log of any size is collected whole. */
  readonly logs?: { readonly [K in keyof S]?: LogPart };
  /** Specs that the slice does not have. */
  readonly add?: Specs;
}

/** A slice's specs with what the overlay says about them. */
type WithOptions<S extends object, F, L> = {
  readonly [K in keyof S]: S[K] &
    (K extends keyof F ? { readonly for: F[K] } : unknown) &
    (K extends keyof L ? { readonly log: L[K] } : unknown);
};

type AddedIn<V> = V extends { readonly add: infer A } ? A : unknown;
type ForIn<V> = V extends { readonly for: infer F } ? F : unknown;
type LogsIn<V> = V extends { readonly logs: infer L } ? L : unknown;

/** Makes a slice's variant for all of Linux: its own specs, unchanged except for `for` and `log`, and those that it lacks. */
export function linux<
  S extends object,
  const V extends LinuxOverlay<S>,
  N extends string = never,
  M extends string = V extends { readonly providers: readonly Provider<infer P>[] } ? P : never,
>(base: Catalog<S, N>, overlay: V): Catalog<WithOptions<S, ForIn<V>, LogsIn<V>> & AddedIn<V>, N | M> {
  const { for: families = {}, logs = {}, add, ...parts } = overlay as LinuxOverlay<Specs>;
  const specs = base.specs as Specs;
  checkNames('for: the slice', Object.keys(families), specs);
  checkNames('logs: the slice', Object.keys(logs), specs);
  const override = Object.fromEntries(
    Object.keys({ ...families, ...logs }).map((name) => {
      const [of, log] = [families[name], logs[name]];
      return [name, { ...(specs[name] as Spec), ...(of && { for: of }), ...(log && { log }) }];
    }),
  );
  // The origin of the slice is that of its own specs only.
  const { origin: _, ...withoutOrigin } = base as unknown as Catalog;
  return variant(withoutOrigin as Catalog, {
    ...parts,
    override,
    ...(add === undefined ? {} : { add }),
  }) as unknown as Catalog<WithOptions<S, ForIn<V>, LogsIn<V>> & AddedIn<V>, N | M>;
}
