import { isDeepStrictEqual } from 'node:util';
import type { Catalog, Host, Outcome, Source, Spec, Specs } from '@hostspec/spec';
import type { Violations } from './violations.js';

/** The hosts that a catalog is collected from, by name. */
export type Hosts = Readonly<Record<string, Host>>;

/**
 * Collects a catalog from hosts by the engine: at least one spec of each collection type that the catalog has is
 * collected, and so is each of the specs in `expected`; nothing fails. The sources are those that the plan names.
 */
export async function collectionViolations(
  catalog: Catalog,
  hosts: Hosts,
  expected: readonly string[] = [],
): Promise<Violations> {
  // A variant that came before the domain has no specs.
  if (Object.keys(catalog.specs).length === 0) return [];
  const violations: string[] = [];
  const outcomes: Outcome[] = [];
  for (const [name, host] of Object.entries(hosts)) {
    const collected = await collectFrom(catalog, host);
    outcomes.push(...collected.outcomes);
    violations.push(...outcomeViolations(collected).map((violation) => `${violation}, on the host ${name}`));
  }
  const types = new Set(Object.values(catalog.specs).map(({ type }) => type));
  const missing = new Set(expected);
  for (const { name, type, status } of outcomes)
    if (status === 'collected' || status === 'truncated') {
      types.delete(type);
      missing.delete(name);
    }
  return [
    ...[...types].map(
      (type) =>
        `no ${type} is collected from the fixtures: ${reasons(outcomes, (outcome) => outcome.type === type)}`,
    ),
    ...[...missing].map(
      (name) =>
        `${name} is collected from no fixture: ${reasons(outcomes, (outcome) => outcome.name === name)}`,
    ),
    ...violations,
  ];
}

function outcomeViolations({ outcomes, planned }: Collected): Violations {
  return [
    ...outcomes
      .filter(({ status, reason }) => status === 'failed' && /^provider /.test(reason ?? ''))
      .map(({ name, reason }) => `${name}: ${reason}`),
    ...outcomes
      .filter(({ status, reason }) => status !== 'collected' && !reason)
      .map(({ name, status }) => `${name} is ${status} without a reason`),
    ...outcomes.flatMap(({ name, items }) =>
      items
        .filter(({ source }) => !planned.get(name)?.some((each) => isDeepStrictEqual(each, source)))
        .map(({ source }) => `${name} has ${JSON.stringify(source)}, which its plan does not name`),
    ),
  ];
}

interface Collected {
  readonly outcomes: readonly Outcome[];
  /** The sources of each spec in the plan. */
  readonly planned: ReadonlyMap<string, readonly Source[]>;
}

async function collectFrom(given: Catalog, host: Host): Promise<Collected> {
  const catalog = { ...given, specs: requested(given.specs) };
  const { collect, describePlan, plan, memorySink } = await import('@hostspec/engine');
  const planned = await plan(catalog, { host });
  const described = await describePlan(planned, { catalog, host });
  const sink = memorySink();
  try {
    // Outcomes with masks would have other sources than the plan.
    for await (const _ of collect(planned, { catalog, host, sink, redaction: 'none' }));
    return {
      outcomes: [...sink.outcomes.values()],
      planned: new Map(described.map(({ name, sources }) => [name, sources.map(({ source }) => source)])),
    };
  } finally {
    await sink.close();
  }
}

/** The specs as if each of them were asked for by its name. */
function requested(specs: Specs): Specs {
  return Object.fromEntries(
    Object.entries(specs).map(([name, { onRequest: _, ...spec }]) => [name, spec as Spec]),
  );
}

function reasons(outcomes: readonly Outcome[], matches: (outcome: Outcome) => boolean): string {
  const said = outcomes.filter(matches).map(({ name, status, reason }) => `${name} is ${status}: ${reason}`);
  return [...new Set(said)].slice(0, 3).join('; ') || 'there is no host';
}
