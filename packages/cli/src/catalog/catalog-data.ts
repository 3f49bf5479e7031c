import {
  applyBrand,
  type Brand,
  type Catalog,
  type CollectionSpec,
  collectionTypeFacts,
  isReference,
  type Spec,
} from '@hostspec/spec';

/** One entry of a catalog as plain data: its domain, its type and the arguments of that type. */
export interface CatalogEntry {
  readonly domain: string;
  /** `null` for a value that has no collection type. */
  readonly type: CollectionSpec['type'] | null;
  readonly [argument: string]: unknown;
}

/** The entries of a catalog by name, specs and values, sorted by name. */
export type CatalogData = Readonly<Record<string, CatalogEntry>>;

/** A catalog as plain data, with the brand filled in. */
export function catalogData(catalog: Catalog, brand?: Brand): CatalogData {
  const specs = Object.entries(catalog.specs).map(([name, spec]): [string, CatalogEntry] => [
    name,
    { domain: catalog.domainOf[name] ?? '', ...argumentsOf(applyBrand(name, spec, brand)) },
  ]);
  const values = Object.entries(catalog.values).map(([name, { domain, value }]): [string, CatalogEntry] => [
    name,
    { domain, type: null, value: branded(name, value, brand) },
  ]);
  return Object.fromEntries([...specs, ...values].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A value without a type, with the brand filled in. */
export function branded(name: string, value: unknown, brand?: Brand): unknown {
  if (Array.isArray(value)) return value.map((item) => branded(name, item, brand));
  return typeof value === 'string'
    ? applyBrand(name, { type: 'simple_file', path: value }, brand).path
    : value;
}

/** The type and arguments of a spec and of its nested specs, without options. */
export function argumentsOf(spec: CollectionSpec | Spec): { readonly type: CollectionSpec['type'] } {
  const { type } = spec;
  const entries = Object.keys(collectionTypeFacts[type].arguments).map((key) => [key, argumentOf(spec, key)]);
  return { type, ...Object.fromEntries(entries) };
}

function argumentOf(spec: CollectionSpec, key: string): unknown {
  if (key === 'spec' && 'spec' in spec) return argumentsOf(spec.spec);
  if (key === 'specs' && 'specs' in spec) return spec.specs.map(argumentsOf);
  if (key === 'provider' && 'provider' in spec) {
    const { provider } = spec;
    return isReference(provider) ? { provider: provider.provider } : argumentsOf(provider);
  }
  return (spec as unknown as Readonly<Record<string, unknown>>)[key];
}
