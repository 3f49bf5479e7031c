import { countPlaceholders } from '../text/command-line.js';
import { CatalogError } from '../text/errors.js';
import { elementSources, sourceWords } from './element-sources.js';
import { invalid } from './invalid.js';
import { type NestedSpec, nestedSpecs } from './nested.js';
import type { ProviderDefinition } from './provider.js';
import { isReference } from './validate.js';

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
