import { isDeepStrictEqual } from 'node:util';
import { createRegistry } from '@hostspec/registry';
import {
  applyBrand,
  type Catalog,
  type CollectionSpec,
  checkSpec,
  collectionTypeFacts,
  compose,
  conditionNames,
  type Host,
  providerNames,
  type Specs,
  writtenForm,
} from '@hostspec/spec';

/** The contract violations of a slice or a variant, in words; empty if there are none. */
export type Violations = readonly string[];

/** The specs are well formed, every provider, condition and setting that they name exists, and each template has the right number of `%s`. */
export function referenceViolations(catalog: Catalog): Violations {
  return [
    ...Object.entries(catalog.specs).flatMap(([name, spec]) => messageOf(() => checkSpec(name, spec))),
    ...messageOf(() => compose(catalog)),
  ];
}

/** A slice is one domain with a version, and its specs are sorted by name. */
export function nameViolations(catalog: Catalog): Violations {
  const { domains, specs } = catalog;
  const [domain] = domains;
  const names = Object.keys(specs);
  const sorted = [...names].sort();
  const misplaced = names.find((name, index) => name !== sorted[index]);
  return [
    ...(domains.length === 1 ? [] : [`a slice is one domain, not ${domains.length}`]),
    ...(/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(domain?.version ?? '')
      ? []
      : [`version ${domain?.version} is not a version such as 1.0.0`]),
    ...(names.length > 0 ? [] : ['there are no specs']),
    ...(misplaced === undefined ? [] : [`${misplaced} is out of order: specs must be sorted by name`]),
  ];
}

const longestDoc = 140;

/** Every spec, provider, condition, setting and value has a one-line doc; no two specs have the same. */
export function docViolations(catalog: Catalog): Violations {
  const violations: string[] = [];
  const said = new Map<string, string>();
  for (const [name, { doc }] of Object.entries(catalog.specs)) {
    if (doc.length > longestDoc)
      violations.push(`the doc of ${name} has ${doc.length} characters: at most ${longestDoc}`);
    if (doc.endsWith('.'))
      violations.push(`the doc of ${name} ends with a full stop: it is a line, not a sentence`);
    const other = said.get(doc);
    if (other !== undefined) violations.push(`${name} has the same doc as ${other}`);
    said.set(doc, name);
  }
  const { specs, providers, conditions, settings, values } = catalog;
  for (const documented of [specs, providers, conditions, settings, values])
    for (const [name, { doc }] of Object.entries(documented))
      if (!/^[^\s].*[^\s]$/.test(doc))
        violations.push(`the doc of ${name} is not one line: ${JSON.stringify(doc)}`);
  return violations;
}

/** Every provider, condition and setting is used by a spec of the slice or of a variant. */
export function useViolations(catalogs: readonly Catalog[]): Violations {
  const specs = catalogs.flatMap((catalog) => Object.values(catalog.specs));
  const parts = (key: 'providers' | 'conditions' | 'settings'): [string, { doc: string }][] =>
    catalogs.flatMap((catalog) => Object.entries(catalog[key]));
  const usedProviders = new Set(specs.flatMap(providerNames));
  const usedConditions = new Set(specs.flatMap(conditionNames));
  const endpoints = new Set(specs.map(({ endpoint }) => endpoint?.setting));
  const docs = [...parts('providers'), ...parts('conditions')].map(([, { doc }]) => doc);
  const unused = (kind: string, names: string[]): string[] =>
    [...new Set(names)].map((name) => `no spec uses ${kind} ${name}`);
  return [
    ...unused(
      'provider',
      parts('providers').flatMap(([name]) => (usedProviders.has(name) ? [] : name)),
    ),
    ...unused(
      'condition',
      parts('conditions').flatMap(([name]) => (usedConditions.has(name) ? [] : name)),
    ),
    ...parts('settings')
      .filter(([name]) => !endpoints.has(name) && !docs.some((doc) => doc.includes(name)))
      .map(([name]) => `no endpoint is setting ${name}, and no provider or condition has it in its doc`),
  ];
}

/** The default of every setting is a value that the setting allows. */
export function settingViolations(catalog: Catalog): Violations {
  return Object.values(catalog.settings).flatMap(({ name, default: value, check }) =>
    [value].flat().flatMap((each) => {
      const wrong = typeof each === 'string' ? check?.(each) : undefined;
      return wrong === undefined ? [] : [`the default of setting ${name} is not allowed: ${each}: ${wrong}`];
    }),
  );
}

/** Every spec can be written as one line that contains its type and all its texts, and no two lines are equal. */
export function writtenViolations(catalog: Catalog): Violations {
  return Object.entries(catalog.specs).flatMap(([name, spec]) => {
    const written = writtenForm(name, spec);
    const missing = textsOf(spec).filter((text) => !written.includes(JSON.stringify(text)));
    return [
      ...(written.startsWith(`${name} = ${spec.type}(`) && written.endsWith(')') && !/\n/.test(written)
        ? []
        : [`${name} is not written as name = type(arguments) on one line: ${written}`]),
      ...missing.map((text) => `${JSON.stringify(text)} is missing in ${written}`),
    ];
  });
}

/** The specs are plain data: unchanged by JSON, and still a slice. */
export function dataViolations(catalog: Catalog): Violations {
  const copy = JSON.parse(JSON.stringify(catalog.specs)) as Specs;
  const changed = Object.keys(catalog.specs).filter(
    (name) => !isDeepStrictEqual(catalog.specs[name], copy[name]),
  );
  return [
    ...changed.map((name) => `${name} is not the same after a way through JSON`),
    ...referenceViolations({ ...catalog, specs: copy }),
  ];
}

/** `<vendor>` and `<client>` are the only words in angle brackets. */
export function tokenViolations(catalog: Catalog): Violations {
  return Object.entries(catalog.specs).flatMap(([name, spec]) => messageOf(() => applyBrand(name, spec)));
}

function textsOf(spec: CollectionSpec): string[] {
  const keys = Object.keys(collectionTypeFacts[spec.type].arguments);
  return Object.entries(spec).flatMap(([key, value]) => (keys.includes(key) ? textsOfArgument(value) : []));
}

function textsOfArgument(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOfArgument);
  return typeof value === 'object' && value !== null && 'type' in value
    ? textsOf(value as CollectionSpec)
    : [];
}

function messageOf(check: () => unknown): string[] {
  try {
    check();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

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
    const { reason, unknown } = await registry.condition({ condition: name });
    if (reason === '') return [`condition ${name} gives no reason`];
    return unknown ? [reason] : [];
  });
  const violations = (await Promise.all([...providers, ...conditions])).flat();
  const unknown = [...read].filter((name) => !Object.hasOwn(catalog.settings, name));
  return [...violations, ...unknown.map((name) => `setting ${name} is read, but is not of the catalog`)];
}
