import { createRegistry } from '@hostspec/registry';
import type { Catalog, Host, ProviderDefinition, ProviderValue } from '@hostspec/spec';
import type { Violations } from './violations.js';

/** No provider or condition fails on a given host; each returns a value of the declared shape, or a reason. */
export async function evaluationViolations(catalog: Catalog, host: Host): Promise<Violations> {
  const registry = createRegistry(catalog, host);
  const providers = Object.values(catalog.providers).map(async (definition) => {
    const evaluation = await registry.provider(definition.name);
    if (evaluation.kind === 'value') return shapeViolations(definition, evaluation.value);
    if (evaluation.kind === 'nothing' && evaluation.reason !== '') return [];
    return [evaluation.reason || `provider ${definition.name} gives nothing without a reason`];
  });
  const conditions = Object.keys(catalog.conditions).map(async (name) => {
    const { reason } = await registry.condition({ condition: name });
    if (reason === '') return [`condition ${name} gives no reason`];
    return reason.startsWith(`condition ${name} `) ? [reason] : [];
  });
  return (await Promise.all([...providers, ...conditions])).flat();
}

/** Checks that the registry does not do: empty lists, and elements with a wrong number of values. */
function shapeViolations({ name, yields, width = 1 }: ProviderDefinition, value: ProviderValue): Violations {
  if (!Array.isArray(value)) return [];
  const wrong = (what: string): string => `provider ${name} yields ${yields}, but returned ${what}`;
  if (value.length === 0) return [wrong('an empty list instead of a reason')];
  if (yields !== 'list') return [];
  return value
    .filter((element) => [element].flat().length !== width)
    .map((element) => wrong(`another element: ${JSON.stringify(element)}`));
}
