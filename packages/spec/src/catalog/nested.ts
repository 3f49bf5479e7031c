import type { CollectionSpec, SpecOptions } from './types.js';
import { isReference } from './validate.js';

/** A spec that may be nested in another, with any of the options. */
export type NestedSpec = CollectionSpec & Partial<SpecOptions>;

/** The specs that are nested directly in a spec: alternatives, the spec of a `head`, a provider that is a spec. */
export function nestedSpecs(spec: NestedSpec): readonly NestedSpec[] {
  if ('specs' in spec) return spec.specs;
  if ('spec' in spec) return [spec.spec];
  return 'provider' in spec && !isReference(spec.provider) ? [spec.provider] : [];
}

/** A spec and all specs that are nested in it, however deep. */
export function specsWithin(spec: NestedSpec): readonly NestedSpec[] {
  return [spec, ...nestedSpecs(spec).flatMap(specsWithin)];
}

/** The names of the providers that a spec refers to. */
export function providerNames(spec: CollectionSpec): string[] {
  return specsWithin(spec).flatMap((each) =>
    'provider' in each && isReference(each.provider) ? [each.provider.provider] : [],
  );
}
