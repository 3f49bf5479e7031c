import type {
  DescribedSpec,
  PlanContext,
  PlanOptions,
  TracedCondition,
  TracedProvider,
} from '@hostspec/engine';
import { defined } from '@hostspec/host-kit';
import {
  type Catalog,
  type Effects,
  type Spec,
  specsWithin,
  writtenCondition,
  writtenForm,
} from '@hostspec/spec';

/** A provider that was evaluated, and its result. */
export interface AskedProvider {
  readonly name: string;
  /** `value`, or why there is no value. */
  readonly kind: TracedProvider['kind'];
  readonly value?: unknown;
  readonly reason?: string;
}

/** Everything a spec depends on, link by link, with its result on a host. */
export interface Chain {
  readonly written: string;
  readonly domain: string;
  /** Where the spec comes from, if it says so. */
  readonly origin?: string;
  readonly when?: string;
  readonly conditions: readonly TracedCondition[];
  readonly providers: readonly AskedProvider[];
  readonly effects: Effects;
  readonly sources: DescribedSpec['sources'];
  readonly first?: boolean;
  readonly gap?: DescribedSpec['gap'];
}

/** Evaluates on a host everything that a spec depends on. Hides values that are secrets. */
export async function chainOf(
  name: string,
  catalog: Catalog,
  options: PlanOptions & Pick<PlanContext, 'denials'>,
): Promise<Chain> {
  const { plan, traceSpec } = await import('@hostspec/engine');
  const alone = catalog.pick(name) as unknown as Catalog;
  const planned = await plan(alone, options);
  const { conditions, providers, described } = await traceSpec(planned, name, { ...options, catalog: alone });
  const spec = planned.specs[0]?.spec as Spec;
  const isSecret = specsWithin(spec).some(({ secret }) => secret !== undefined);
  return defined({
    written: writtenForm(name, spec),
    domain: described.domain,
    origin: spec.origin,
    when: spec.when && writtenCondition(spec.when),
    conditions,
    providers: providers.map((provider) => shown(provider, isSecret)),
    effects: spec.effects ?? {},
    sources: described.sources,
    first: described.first,
    gap: described.gap,
  });
}

function shown(provider: TracedProvider, isSecret: boolean): AskedProvider {
  if (provider.kind !== 'value') return provider;
  const { name, kind, value } = provider;
  return isSecret ? { name, kind, reason: 'a secret, not shown' } : { name, kind, value };
}
