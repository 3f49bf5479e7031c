import type { Catalog, Outcome } from '@hostspec/spec';
import { fixtureHost } from '../fixture-host.js';
import type { Violations } from './violations.js';

/**
 * Collects a catalog from a folder of fixtures by the engine: at least one spec of each collection type that the
 * catalog has is collected, and nothing fails.
 */
export async function collectionViolations(catalog: Catalog, fixtures: string | URL): Promise<Violations> {
  // A variant that came before the domain has no specs.
  if (Object.keys(catalog.specs).length === 0) return [];
  const outcomes = await collectFixtures(catalog, fixtures);
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
  ];
}

async function collectFixtures(catalog: Catalog, fixtures: string | URL): Promise<readonly Outcome[]> {
  const { collect, plan, scratchSink } = await import('@hostspec/engine');
  const planned = await plan(catalog, { host: fixtureHost(fixtures) });
  const sink = scratchSink();
  try {
    for await (const _ of collect(planned, { sink }));
    return [...sink.outcomes.values()];
  } finally {
    await sink.close();
  }
}

function reasons(outcomes: readonly Outcome[], type: string): string {
  const [first] = outcomes.filter((outcome) => outcome.type === type);
  return `${first?.name} is ${first?.status}: ${first?.reason}`;
}
