import { CatalogError } from '../text/errors.js';
import { nameMatcher } from '../text/glob.js';
import { didYouMean } from '../text/nearest.js';
import { checkReferences, checkSpecs } from './checks.js';
import type { Choices, Chosen, Matching } from './chosen.js';
import type { Composable, ProvidersIn, SpecsIn } from './composable.js';
import type { Condition, ConditionDefinition } from './condition.js';
import { checkNames } from './names.js';
import { mergeNever, type NeverCollected } from './never-collected.js';
import { withOrigin } from './origin.js';
import type { Provider, ProviderDefinition } from './provider.js';
import type { Setting } from './setting.js';
import { textForms } from './text-forms.js';
import type { Spec, Specs } from './types.js';

/** A versioned part of a catalog: the package that contributed it. */
export interface Domain {
  readonly name: string;
  readonly version: string;
}

/** A composed set of specs with the providers, conditions and settings that they need. A slice is a catalog of one domain. */
export interface Catalog<out S extends object = Specs, out N extends string = string> {
  readonly specs: S;
  readonly domains: readonly Domain[];
  /** The domain that each spec came from. */
  readonly domainOf: Readonly<Record<string, string>>;
  /** The origin of a slice's specs, those of its variants too, unless they name their own. */
  readonly origin?: string;
  /** The providers by name; their names are the type parameter `N`. */
  readonly providers: Readonly<Record<string, ProviderDefinition<N>>>;
  readonly conditions: Readonly<Record<string, ConditionDefinition>>;
  readonly settings: Readonly<Record<string, Setting>>;
  /** What is never collected with this catalog. Default: nothing. */
  readonly neverCollected?: NeverCollected;
  /** Named values without a collection type: lists and format strings of the earlier variant. */
  readonly values: Readonly<
    Record<string, { readonly domain: string; readonly doc: string; readonly value: unknown }>
  >;
  /** Keeps only the specs whose names match one of the names or globs; each must match a spec. */
  pick<const P extends Choices<S>>(...patterns: Chosen<S, P>): Catalog<Pick<S, Matching<S, P[number]>>, N>;
  /** Removes the specs whose names match one of the names or globs; each must match a spec. */
  omit<const P extends Choices<S>>(...patterns: Chosen<S, P>): Catalog<Omit<S, Matching<S, P[number]>>, N>;
  /** Replaces the definitions of existing specs. */
  override<const O, M extends string = never>(
    specs: Overrides<O, S>,
    parts?: Parts<M>,
  ): Catalog<Omit<S, keyof O> & Readonly<O>, N | M>;
  /** Adds specs with new names. */
  extend<const O extends Additions<O, S>, M extends string = never>(
    specs: O,
    parts?: Parts<M>,
  ): Catalog<S & Readonly<O>, N | M>;
}

// Values are checked as specs, not as the type that was passed: only then are unknown keys of plain data errors.
type Checked<T> = Spec extends T ? T : Spec;

type Overrides<O, S> = { [K in keyof O & keyof S]?: Checked<O[K]> } & { readonly [K in keyof S]?: Spec };

type Additions<O, S> = {
  readonly [K in keyof O]: K extends keyof S & string ? `spec ${K} already exists: use override` : Spec;
};

/** Definitions that specs refer to by name. */
export interface Parts<N extends string = string> {
  readonly providers?: readonly Provider<N>[];
  readonly conditions?: readonly Condition[];
  readonly settings?: readonly Setting[];
  readonly neverCollected?: NeverCollected;
}

/** The parts that a domain package contributes. */
export interface SliceDefinition<S extends object, N extends string = string> extends Parts<N> {
  /** The domain's name, lower-case words joined by hyphens. */
  readonly name: string;
  /** The version of the package that contributes it. */
  readonly version: string;
  /** The origin of its specs, unless they name their own. */
  readonly origin?: string;
  readonly specs: { readonly [K in keyof S]: Checked<S[K]> };
  readonly values?: Readonly<Record<string, { readonly doc: string; readonly value: unknown }>>;
}

/** The specs of a catalog, as a type to extend an interface with. */
export type SpecsOf<C extends { readonly specs: object }> = C['specs'];

type Data = Omit<Catalog<Specs>, 'pick' | 'omit' | 'override' | 'extend'>;

type PartsByName = Pick<Data, 'providers' | 'conditions' | 'settings' | 'neverCollected'>;

/** Makes a slice: a catalog of one domain. Checks every spec's shape; references are checked by `compose`. */
export function slice<const S extends object, N extends string = never>(
  definition: SliceDefinition<S, N>,
): Catalog<{ readonly [K in keyof S]: S[K] }, N> {
  const { name, version, origin } = definition;
  if (!textForms.domain.accepts(name))
    throw new CatalogError(
      'INVALID_NAME',
      `slice name ${JSON.stringify(name)} is not allowed; allowed: ${textForms.domain.words}`,
      { subject: name, value: name },
    );
  const specs = withOrigin(definition.specs as unknown as Specs, origin);
  checkSpecs(specs);
  const values = definition.values ?? {};
  return withMethods({
    specs,
    domains: [{ name, version }],
    domainOf: Object.fromEntries(Object.keys(specs).map((key) => [key, name])),
    ...(origin === undefined ? {} : { origin }),
    ...partsByName(definition),
    values: Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, { domain: name, ...value }]),
    ),
  });
}

/** The differences between a variant and its slice. */
export interface Overlay<S extends object> extends Parts {
  /** Specs of the slice that the variant defines differently. */
  readonly override?: { readonly [K in keyof S]?: Spec };
  /** Specs that only the variant has. */
  readonly add?: Specs;
  /** Names of specs that the variant omits. */
  readonly omit?: readonly (keyof S & string)[];
  readonly values?: SliceDefinition<S>['values'];
}

/** Makes another variant of a slice, as an overlay on it. */
export function variant<
  S extends object,
  const V extends Overlay<S>,
  Added = V extends { readonly add: infer A } ? A : unknown,
  Overridden = V extends { readonly override: infer O } ? O : unknown,
  Omitted = V extends { readonly omit: readonly (infer N)[] } ? N : never,
  N extends string = never,
  M extends string = V extends { readonly providers: readonly Provider<infer P>[] } ? P : never,
>(
  base: Catalog<S, N>,
  overlay: V,
): Catalog<Omit<S, (Omitted & PropertyKey) | keyof Overridden> & Added & Overridden, N | M> {
  const { domains, domainOf } = base as unknown as Data;
  const domain = domains[0]?.name ?? '';
  const omitted = overlay.omit ?? [];
  const kept = omitted.length > 0 ? base.omit(...omitted) : base;
  const changed = (kept as unknown as Catalog)
    .override(withOrigin((overlay.override ?? {}) as Specs, base.origin), overlay)
    .extend(withOrigin(overlay.add ?? {}, base.origin) as Record<string, never>);
  const values = Object.entries(overlay.values ?? {}).map(([key, value]) => [key, { domain, ...value }]);
  return withMethods({
    ...(changed as unknown as Data),
    domainOf: {
      ...changed.domainOf,
      ...Object.fromEntries(Object.keys(overlay.add ?? {}).map((key) => [key, domainOf[key] ?? domain])),
    },
    values: { ...base.values, ...Object.fromEntries(values) },
  });
}

/**
 * Composes catalogs into one, in order.
 *
 * @throws CatalogError `DUPLICATE_NAME` (names both domains), `UNKNOWN_PROVIDER`, `UNKNOWN_CONDITION`,
 * `UNKNOWN_SETTING` (of an endpoint), `PLACEHOLDER_MISMATCH` (a template with more or fewer `%s` than its provider fills),
 * `INVALID_SPEC` (a type that does not take what its provider yields).
 */
export function compose<const C extends readonly Catalog<object>[]>(
  ...catalogs: Composable<C>
): Catalog<SpecsIn<C>, ProvidersIn<C>> {
  const data = merge(catalogs as unknown as readonly Data[]);
  checkReferences(data.specs, data);
  return withMethods(data);
}

function merge(catalogs: readonly Data[]): Data {
  const specs: Record<string, Spec> = {};
  const domainOf: Record<string, string> = {};
  const domains = new Map<string, Domain>();
  for (const catalog of catalogs) {
    for (const domain of catalog.domains) domains.set(domain.name, domain);
    for (const [name, spec] of Object.entries(catalog.specs)) {
      if (Object.hasOwn(specs, name))
        throw new CatalogError(
          'DUPLICATE_NAME',
          `spec ${name} is in both ${domainOf[name]} and ${catalog.domainOf[name]}: rename, omit or override one`,
          { subject: name },
        );
      specs[name] = spec;
      domainOf[name] = catalog.domainOf[name] ?? '';
    }
  }
  return {
    specs,
    domainOf,
    domains: [...domains.values()],
    ...mergeParts(catalogs),
    values: Object.assign({}, ...catalogs.map((catalog) => catalog.values)),
  };
}

function mergeParts(all: readonly PartsByName[]): PartsByName {
  return {
    providers: mergeNamed(
      'provider',
      all.map(({ providers }) => providers),
    ),
    conditions: mergeNamed(
      'condition',
      all.map(({ conditions }) => conditions),
    ),
    settings: mergeNamed(
      'setting',
      all.map(({ settings }) => settings),
    ),
    ...mergeNever(all),
  };
}

function mergeNamed<T extends { readonly doc: string }>(
  kind: string,
  maps: readonly Readonly<Record<string, T>>[],
): Record<string, T> {
  const merged: Record<string, T> = {};
  for (const map of maps)
    for (const [name, value] of Object.entries(map)) {
      const known = Object.hasOwn(merged, name) ? merged[name] : undefined;
      // A second installed copy of a package has a different object with the same doc.
      if (known && known !== value && known.doc !== value.doc)
        throw new CatalogError(
          'DUPLICATE_NAME',
          `${kind} ${name} is defined twice, with different definitions`,
          {
            subject: name,
          },
        );
      merged[name] = known ?? value;
    }
  return merged;
}

function partsByName(parts: Parts): PartsByName {
  const byName = <T>(kind: string, items: readonly T[], nameOf: (item: T) => string): Record<string, T> => {
    const map: Record<string, T> = {};
    for (const item of items) {
      const name = nameOf(item);
      if (Object.hasOwn(map, name) && map[name] !== item)
        throw new CatalogError('DUPLICATE_NAME', `${kind} ${name} is defined twice`, { subject: name });
      map[name] = item;
    }
    return map;
  };
  return {
    providers: byName(
      'provider',
      (parts.providers ?? []).map((p) => p.definition),
      (p) => p.name,
    ),
    conditions: byName(
      'condition',
      (parts.conditions ?? []).map((c) => c.definition),
      (c) => c.name,
    ),
    settings: byName('setting', parts.settings ?? [], (s) => s.name),
    ...mergeNever([parts]),
  };
}

function select(data: Data, patterns: readonly string[], keep: boolean): Data {
  const names = Object.keys(data.specs);
  const matchers = patterns.map((pattern) => {
    const matches = nameMatcher(pattern);
    if (names.some(matches)) return matches;
    throw new CatalogError(
      'UNKNOWN_SPEC',
      `no spec matches ${JSON.stringify(pattern)}; ${didYouMean(pattern, names, 'hostspec catalog')}`,
      { subject: pattern, value: pattern },
    );
  });
  const specs = Object.fromEntries(
    Object.entries(data.specs).filter(([name]) => matchers.some((matches) => matches(name)) === keep),
  );
  return {
    ...data,
    specs,
    domainOf: Object.fromEntries(Object.keys(specs).map((n) => [n, data.domainOf[n] ?? ''])),
  };
}

function withSpecs(data: Data, specs: Specs, parts: Parts): Data {
  checkSpecs(specs);
  const domain = data.domains[0]?.name ?? '';
  const names = Object.keys(specs);
  return {
    ...data,
    // Large objects take time to copy.
    ...(names.length > 0 && {
      specs: { ...data.specs, ...specs },
      domainOf: { ...Object.fromEntries(names.map((name) => [name, domain])), ...data.domainOf },
    }),
    ...mergeParts([data, partsByName(parts)]),
  };
}

function withMethods<S extends object, N extends string>(data: Data): Catalog<S, N> {
  const methods = {
    pick: (...patterns: string[]) => withMethods(select(data, patterns, true)),
    omit: (...patterns: string[]) => withMethods(select(data, patterns, false)),
    override(specs: Specs, parts: Parts = {}) {
      checkNames('override: the catalog', Object.keys(specs), data.specs);
      return withMethods(withSpecs(data, specs, parts));
    },
    extend(specs: Specs, parts: Parts = {}) {
      for (const name of Object.keys(specs))
        if (Object.hasOwn(data.specs, name))
          throw new CatalogError(
            'DUPLICATE_NAME',
            `extend: spec ${name} already exists in ${data.domainOf[name]}; use override`,
            { subject: name },
          );
      return withMethods(withSpecs(data, specs, parts));
    },
  };
  return { ...data, ...methods } as unknown as Catalog<S, N>;
}
