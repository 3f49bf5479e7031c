import { countPlaceholders } from '../text/command-line.js';
import { CatalogError, invalid } from '../text/errors.js';
import { didYouMean } from '../text/nearest.js';
import { namesWithin } from './condition.js';
import { elementSources, sourceWords } from './element-sources.js';
import type { ProviderDefinition } from './provider.js';
import type { Setting } from './setting.js';
import type { CollectionSpec, Spec, SpecOptions } from './types.js';
import { isReference } from './validate.js';

/** The parts of a catalog that specs refer to, by name. */
export interface ReferredParts {
  readonly providers: Readonly<Record<string, ProviderDefinition>>;
  readonly conditions: Readonly<Record<string, unknown>>;
  readonly settings: Readonly<Record<string, Setting>>;
}

/** Every problem of a valid spec with the parts that it refers to; each is an error that `compose` would throw. */
export function* referenceProblems(
  name: string,
  spec: Spec,
  { providers, conditions, settings }: ReferredParts,
): Generator<CatalogError, void> {
  yield* placeholderProblems(name, spec, providers);
  const unknown = (
    code: 'UNKNOWN_PROVIDER' | 'UNKNOWN_CONDITION' | 'UNKNOWN_SETTING',
    value: string,
    need: string,
    known: object,
  ): CatalogError =>
    new CatalogError(code, `spec ${name} needs ${need}; ${didYouMean(value, Object.keys(known))}`, {
      subject: name,
      value,
    });
  for (const [code, kind, names, known] of [
    ['UNKNOWN_PROVIDER', 'provider', providerNames(spec), providers],
    ['UNKNOWN_CONDITION', 'condition', conditionNames(spec), conditions],
  ] as const)
    for (const value of names)
      if (!Object.hasOwn(known, value))
        yield unknown(code, value, `${kind} ${value}, which no composed slice has`, known);
  for (const { endpoint } of specsWithin(spec))
    if (endpoint && typeof settings[endpoint.setting]?.default !== 'string')
      yield unknown(
        'UNKNOWN_SETTING',
        endpoint.setting,
        `setting ${endpoint.setting} for its endpoint, but no composed slice has such a setting that is a string`,
        settings,
      );
}

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

/** The names of the conditions that a spec asks about. */
export function conditionNames(spec: NestedSpec): string[] {
  return specsWithin(spec).flatMap(({ when }) => (when ? namesWithin(when) : []));
}

/**
 * The problems of templates that their provider cannot fill: what it yields is not for the collection type, or fills more or
 * fewer `%s` than there are. Each is a `PLACEHOLDER_MISMATCH` or `INVALID_SPEC`.
 */
export function* placeholderProblems(
  name: string,
  spec: NestedSpec,
  providers: Readonly<Record<string, ProviderDefinition>>,
): Generator<CatalogError, void> {
  for (const nested of nestedSpecs(spec)) yield* placeholderProblems(name, nested, providers);
  if (!('provider' in spec)) return;
  const { type, provider } = spec;
  const definition = isReference(provider) ? providers[provider.provider] : undefined;
  const source = isReference(provider) ? definition?.yields : provider.type;
  // What an unknown provider yields is unknown too.
  if (source === undefined) return;
  const allowed: readonly (typeof source)[] = elementSources[type];
  if (!allowed.includes(source)) {
    const given = isReference(provider) ? `${provider.provider} is ` : '';
    return yield new CatalogError(
      'INVALID_SPEC',
      `spec ${name}: ${given}${sourceWords[source]}, which ${type} does not take; allowed: ${allowed.map((each) => sourceWords[each]).join(', ')}`,
      { subject: name, value: isReference(provider) ? provider.provider : provider.type },
    );
  }
  if (type === 'foreach_execute' && (source === 'containers' || spec.container !== undefined)) {
    if (definition && source !== 'containers')
      yield invalid(
        name,
        ['container'],
        spec.container,
        `none: ${definition.name} does not yield containers`,
      );
    if (spec.container === undefined) yield invalid(name, ['container'], undefined, '"file" or "command"');
    return;
  }
  const template = type === 'foreach_collect' ? spec.path : spec.command;
  const found = template === null ? 0 : countPlaceholders(template);
  const expected = source === 'list' ? (definition?.width ?? 1) : 1;
  if (found !== expected)
    yield new CatalogError(
      'PLACEHOLDER_MISMATCH',
      `spec ${name} has ${found} %s in ${JSON.stringify(template)}, but its provider fills ${expected}`,
      { subject: name, value: template },
    );
}
