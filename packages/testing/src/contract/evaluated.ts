import { createRegistry } from '@hostspec/registry';
import type { Catalog, Host } from '@hostspec/spec';
import type { Violations } from './violations.js';

/** No provider or condition fails on a given host, or reads a setting that the catalog lacks; each returns a value of the declared shape, or a reason. */
export async function evaluationViolations(catalog: Catalog, host: Host): Promise<Violations> {
  const read = new Set<string>();
  const settings = new Proxy({}, { get: (_, name) => void read.add(String(name)) });
  const registry = createRegistry(catalog, host, settings);
  const providers = Object.keys(catalog.providers).map(async (name) => {
    const evaluation = await registry.provider(name);
    if (evaluation.kind === 'value') return [];
    const { kind, reason } = evaluation;
    if (reason === '') return [`provider ${name} gives nothing without a reason`];
    // An empty list has a reason that names only the provider.
    return kind === 'nothing' && !reason.startsWith(`provider ${name} `) ? [] : [reason];
  });
  const conditions = Object.keys(catalog.conditions).map(async (name) => {
    const { reason } = await registry.condition({ condition: name });
    if (reason === '') return [`condition ${name} gives no reason`];
    return reason.startsWith(`condition ${name} `) ? [reason] : [];
  });
  const violations = (await Promise.all([...providers, ...conditions])).flat();
  const unknown = [...read].filter((name) => !Object.hasOwn(catalog.settings, name));
  return [...violations, ...unknown.map((name) => `setting ${name} is read, but is not of the catalog`)];
}
