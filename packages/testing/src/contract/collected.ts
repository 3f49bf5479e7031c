import { isDeepStrictEqual } from 'node:util';
import type { Catalog, Outcome, Source } from '@hostspec/spec';
import { fixtureHost } from '../fixture-host.js';
import type { Violations } from './violations.js';

/**
 * Collects a catalog from a folder of fixtures by the engine: at least one spec of each collection type that the
 * catalog has is collected, and nothing fails. The sources are those that the plan names.
 */
export async function collectionViolations(catalog: Catalog, fixtures: string | URL): Promise<Violations> {
  // A variant that came before the domain has no specs.
  if (Object.keys(catalog.specs).length === 0) return [];
  const { outcomes, planned } = await collectFixtures(catalog, fixtures);
  const types = new Set(Object.values(catalog.specs).map(({ type }) => type));
  for (const { type, status } of outcomes) if (status === 'collected') types.delete(type);
  return [
    ...[...types].map((type) => `no ${type} is collected from the fixtures: ${reasons(outcomes, type)}`),
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

async function collectFixtures(catalog: Catalog, fixtures: string | URL): Promise<Collected> {
  const { collect, describePlan, plan, memorySink } = await import('@hostspec/engine');
  const host = fixtureHost(fixtures);
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

function reasons(outcomes: readonly Outcome[], type: string): string {
  const [first] = outcomes.filter((outcome) => outcome.type === type);
  return `${first?.name} is ${first?.status}: ${first?.reason}`;
}
