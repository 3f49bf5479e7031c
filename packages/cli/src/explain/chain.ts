import type { DescribedSpec, PlanOptions } from '@hostspec/engine';
import {
  type Catalog,
  type CollectionSpec,
  conditionNames,
  type Effects,
  providerNames,
  type Spec,
  writtenCondition,
  writtenForm,
} from '@hostspec/spec';

/** A condition that was asked, and its answer. */
interface AskedCondition {
  readonly name: string;
  readonly holds: boolean;
  readonly reason: string;
}

/** A provider that was evaluated, and what it gave. */
export interface AskedProvider {
  readonly name: string;
  /** `value`, or why there is none. */
  readonly kind: 'value' | 'nothing' | 'failed' | 'timed out';
  readonly value?: unknown;
  readonly reason?: string;
}

/** What a spec depends on, link by link, with what each comes to on a host. */
export interface Chain {
  readonly written: string;
  readonly domain: string;
  readonly when?: string;
  readonly conditions: readonly AskedCondition[];
  readonly providers: readonly AskedProvider[];
  readonly effects: Effects;
  readonly sources: DescribedSpec['sources'];
  readonly first?: boolean;
  readonly gap?: DescribedSpec['gap'];
}

/** Follows what a spec depends on, on a host. Values that are secrets are not told. */
export async function chainOf(name: string, catalog: Catalog, options: PlanOptions): Promise<Chain> {
  const { plan, describePlan } = await import('@hostspec/engine');
  const alone = catalog.pick(name) as unknown as Catalog;
  const planned = await plan(alone, options);
  const [described] = await describePlan(planned);
  const spec = planned.specs[0]?.spec as Spec;
  const { registry } = planned.tools;
  const conditions = await Promise.all(
    [...new Set(spec.when ? conditionNames(spec.when) : [])].map(async (condition) => ({
      name: condition,
      ...(await registry.condition({ condition })),
    })),
  );
  const skipped = planned.specs[0]?.skip !== undefined;
  const providers = await Promise.all(
    // What is skipped before its provider is asked must not be asked for the explanation.
    (skipped ? [] : [...new Set(providerNames(spec as CollectionSpec))]).map(async (provider) => {
      const evaluation = await registry.provider(provider);
      if (evaluation.kind !== 'value') return { name: provider, ...evaluation };
      return spec.secret === undefined
        ? { name: provider, kind: evaluation.kind, value: evaluation.value }
        : { name: provider, kind: evaluation.kind, reason: 'a secret, which is not told' };
    }),
  );
  return {
    written: writtenForm(name, spec),
    domain: catalog.domainOf[name] ?? '',
    ...(spec.when ? { when: writtenCondition(spec.when) } : {}),
    conditions,
    providers,
    effects: spec.effects ?? {},
    sources: described?.sources ?? [],
    ...(described?.first ? { first: true } : {}),
    ...(described?.gap ? { gap: described.gap } : {}),
  };
}
