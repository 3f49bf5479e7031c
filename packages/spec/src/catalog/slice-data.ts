import type { Catalog } from './catalog.js';
import type { NeverCollected } from './never-collected.js';
import type { ProviderShape } from './provider.js';
import type { SettingValue } from './setting.js';
import type { Spec, Specs } from './types.js';

/** A provider's declaration, without its code. */
interface ProviderData {
  readonly doc: string;
  readonly yields: ProviderShape;
  readonly width?: number;
  readonly timeout?: number;
}

/** Definitions that specs refer to by name, as plain data. */
interface PartsData {
  readonly providers: Readonly<Record<string, ProviderData>>;
  readonly conditions: Readonly<Record<string, { readonly doc: string }>>;
  readonly settings: Readonly<Record<string, { readonly doc: string; readonly default: SettingValue }>>;
  readonly values: Readonly<Record<string, { readonly doc: string; readonly value: unknown }>>;
}

/** The differences between a variant and its slice, as plain data. */
interface VariantData extends Partial<PartsData> {
  readonly omit: readonly string[];
  /** What specs of the slice are for that are the same otherwise. */
  readonly for?: Readonly<Record<string, readonly string[]>>;
  readonly override: Specs;
  readonly add: Specs;
}

/** A slice as plain data, without its version. A package publishes it as `specs.json`. */
interface SliceData extends PartsData {
  readonly name: string;
  readonly specs: Specs;
  readonly neverCollected?: NeverCollected;
  readonly variants: Readonly<Record<string, VariantData>>;
}

/** A slice and its variants as plain data; each variant is a set of differences. */
export function sliceData(
  slice: Catalog<object>,
  variants: Readonly<Record<string, Catalog<object>>> = {},
): SliceData {
  const base = slice as Catalog;
  const parts = partsData(base);
  const differences = Object.entries(variants).map(([name, variant]): [string, VariantData] => [
    name,
    variantData(base, parts, variant as Catalog),
  ]);
  return {
    name: base.domains[0]?.name ?? '',
    specs: base.specs,
    ...parts,
    ...(base.neverCollected === undefined ? {} : { neverCollected: base.neverCollected }),
    variants: Object.fromEntries(differences),
  };
}

/** The specs of a variant, or with no name those of the slice itself. */
export function specsOfData({ specs, variants }: SliceData, variant?: string): Specs {
  const difference = variant === undefined ? undefined : variants[variant];
  if (!difference) return specs;
  const { omit, for: families = {}, override, add } = difference;
  const kept = Object.entries({ ...specs, ...override })
    .filter(([name]) => !omit.includes(name))
    .map(([name, spec]) => [name, name in families ? { ...spec, for: families[name] } : spec]);
  return { ...Object.fromEntries(kept), ...add };
}

function variantData(base: Catalog, parts: PartsData, variant: Catalog): VariantData {
  const names = Object.keys(variant.specs);
  const chosen = (choose: (name: string) => boolean): Specs => only(variant.specs, names.filter(choose));
  const added = Object.entries(partsData(variant)).map(([kind, items]) => {
    const known = parts[kind as keyof PartsData];
    return [
      kind,
      only(
        items,
        Object.keys(items).filter((name) => !Object.hasOwn(known, name)),
      ),
    ] as const;
  });
  const families = names.flatMap((name) => {
    const { for: of, ...spec } = variant.specs[name] as Spec;
    return of && name in base.specs && sameData(base.specs[name], spec) ? [[name, of] as const] : [];
  });
  const onlyFor = new Set(families.map(([name]) => name));
  return {
    omit: Object.keys(base.specs).filter((name) => !Object.hasOwn(variant.specs, name)),
    ...(families.length === 0 ? {} : { for: Object.fromEntries(families) }),
    override: chosen(
      (name) => name in base.specs && !onlyFor.has(name) && !sameData(base.specs[name], variant.specs[name]),
    ),
    add: chosen((name) => !(name in base.specs)),
    ...Object.fromEntries(added.filter(([, items]) => Object.keys(items).length > 0)),
  };
}

function partsData({ providers, conditions, settings, values }: Catalog): PartsData {
  return {
    providers: mapValues(providers, ({ doc, yields, width, timeout }) => ({
      doc,
      yields,
      ...(width === undefined ? {} : { width }),
      ...(timeout === undefined ? {} : { timeout }),
    })),
    conditions: mapValues(conditions, ({ doc }) => ({ doc })),
    settings: mapValues(settings, ({ doc, default: value }) => ({ doc, default: value })),
    values: mapValues(values, ({ doc, value }) => ({ doc, value })),
  };
}

function only<T>(items: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(items).filter(([name]) => names.includes(name)));
}

function mapValues<T, U>(items: Readonly<Record<string, T>>, map: (item: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(items).map(([name, item]) => [name, map(item)]));
}

/** The differences between two records, sorted by name. */
interface Difference<T> {
  readonly added: Readonly<Record<string, T>>;
  readonly removed: Readonly<Record<string, T>>;
  readonly changed: Readonly<Record<string, { readonly from: T; readonly to: T }>>;
}

/** Compares two records of plain data, such as the specs of two catalogs, name by name. */
export function diffByName<T>(
  from: Readonly<Record<string, T>>,
  to: Readonly<Record<string, T>>,
): Difference<T> {
  const added: Record<string, T> = {};
  const removed: Record<string, T> = {};
  const changed: Record<string, { from: T; to: T }> = {};
  for (const name of [...new Set([...Object.keys(from), ...Object.keys(to)])].sort()) {
    const before = Object.hasOwn(from, name);
    const after = Object.hasOwn(to, name);
    if (!before) added[name] = to[name] as T;
    else if (!after) removed[name] = from[name] as T;
    else if (!sameData(from[name], to[name])) changed[name] = { from: from[name] as T, to: to[name] as T };
  }
  return { added, removed, changed };
}

/** Whether two values are the same plain data, whatever the order of their keys. */
export function sameData(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  const of = (value: object, key: string): unknown => (value as Record<string, unknown>)[key];
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameData(of(a, key), of(b, key)))
  );
}
