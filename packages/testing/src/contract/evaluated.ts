import { createRegistry } from '@hostspec/registry';
import type { Catalog, Host, ProviderDefinition, ProviderValue } from '@hostspec/spec';
import type { Violations } from './violations.js';

/** On a given host no provider and no condition fails; what they give has the shape they promise, or a reason. */
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

function shapeViolations(definition: ProviderDefinition, value: ProviderValue): Violations {
  const { name, yields, width = 1 } = definition;
  const wrong = (what: string, each: unknown): string =>
    `provider ${name} yields ${yields}, but gave ${what}: ${JSON.stringify(each)}`;
  if (yields === 'string') return typeof value === 'string' ? [] : [wrong('no string', value)];
  if (!Array.isArray(value)) return [wrong('no list', value)];
  if (value.length === 0) return [wrong('an empty list in the place of a reason', value)];
  const fits = (element: unknown): boolean => {
    if (yields === 'containers')
      return typeof element === 'object' && element !== null && 'engine' in element;
    if (yields === 'arguments' || width === 1) return typeof element === 'string';
    return Array.isArray(element) && element.length === width;
  };
  return value.filter((element) => !fits(element)).map((element) => wrong('another element', element));
}
