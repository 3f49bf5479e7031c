import { countPlaceholders } from './command-line.js';
import { CatalogError } from './errors.js';
import { invalid } from './invalid.js';
import type { ProviderDefinition } from './provider.js';
import type { CollectionSpec } from './types.js';

/** The problems of templates with more or fewer `%s` than their provider fills: `PLACEHOLDER_MISMATCH` or `INVALID_SPEC`. */
export function* placeholderProblems(
  name: string,
  spec: CollectionSpec & { readonly container?: unknown },
  providers: Readonly<Record<string, ProviderDefinition>>,
): Generator<CatalogError, void> {
  if ('specs' in spec)
    for (const alternative of spec.specs) yield* placeholderProblems(name, alternative, providers);
  if ('spec' in spec) yield* placeholderProblems(name, spec.spec, providers);
  if (!('provider' in spec)) return;
  const definition = 'provider' in spec.provider ? providers[spec.provider.provider] : undefined;
  // How many `%s` an unknown provider fills is unknown too.
  if ('provider' in spec.provider && !definition) return;
  const overContainers = definition?.yields === 'containers';
  if (spec.type === 'foreach_execute' && (overContainers || spec.container !== undefined)) {
    if (definition && !overContainers)
      yield invalid(
        name,
        ['container'],
        spec.container,
        `none: ${definition.name} does not yield containers`,
      );
    if (spec.container === undefined) yield invalid(name, ['container'], undefined, '"file" or "command"');
    return;
  }
  const template = spec.type === 'foreach_collect' ? spec.path : spec.command;
  const found = template === null ? 0 : countPlaceholders(template);
  const expected = definition?.width ?? 1;
  if (found !== expected)
    yield new CatalogError(
      'PLACEHOLDER_MISMATCH',
      `spec ${name} has ${found} %s in ${JSON.stringify(template)}, but its provider fills ${expected}`,
      { subject: name, value: template },
    );
}
