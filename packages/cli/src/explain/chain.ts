import type { DescribedSpec, Gates, gateOf, PlanOptions } from '@hostspec/engine';
import {
  type Catalog,
  conditionNames,
  type Effects,
  isReference,
  type NestedSpec,
  nestedSpecs,
  type Spec,
  specsWithin,
  writtenCondition,
  writtenForm,
} from '@hostspec/spec';

/** A condition that was evaluated, and its answer. */
interface AskedCondition {
  readonly name: string;
  readonly holds: boolean;
  readonly reason: string;
}

/** A provider that was evaluated, and its result. */
export interface AskedProvider {
  readonly name: string;
  /** `value`, or why there is no value. */
  readonly kind: 'value' | 'nothing' | 'failed' | 'timed out';
  readonly value?: unknown;
  readonly reason?: string;
}

/** Everything a spec depends on, link by link, with its result on a host. */
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

/** Evaluates on a host everything that a spec depends on. Hides values that are secrets. */
export async function chainOf(name: string, catalog: Catalog, options: PlanOptions): Promise<Chain> {
  const { plan, describePlan, gateOf } = await import('@hostspec/engine');
  const alone = catalog.pick(name) as unknown as Catalog;
  const planned = await plan(alone, options);
  const [described] = await describePlan(planned);
  const spec = planned.specs[0]?.spec as Spec;
  const { registry } = planned.tools;
  const within = specsWithin(spec);
  const secret = within.some((each) => each.secret !== undefined);
  const conditions = await Promise.all(
    [...new Set(within.flatMap(({ when }) => (when ? conditionNames(when) : [])))].map(async (condition) => ({
      name: condition,
      ...(await registry.condition({ condition })),
    })),
  );
  const skipped = planned.specs[0]?.skip !== undefined;
  const asked = skipped ? [] : await providersAsked(spec, planned.tools, gateOf);
  const providers = await Promise.all(
    // If a spec is skipped before its provider is evaluated, the explanation must not evaluate it either.
    [...new Set(asked)].map(async (provider) => {
      const evaluation = await registry.provider(provider);
      if (evaluation.kind !== 'value') return { name: provider, ...evaluation };
      return !secret
        ? { name: provider, kind: evaluation.kind, value: evaluation.value }
        : { name: provider, kind: evaluation.kind, reason: 'a secret, not shown' };
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

/** The names of the providers of a spec and of its nested specs, unless they are skipped. */
async function providersAsked(
  spec: NestedSpec,
  gates: Gates,
  gate: typeof gateOf,
): Promise<readonly string[]> {
  if ((await gate(spec, gates)) !== undefined) return [];
  const own = 'provider' in spec && isReference(spec.provider) ? [spec.provider.provider] : [];
  const nested = await Promise.all(nestedSpecs(spec).map((each) => providersAsked(each, gates, gate)));
  return [...own, ...nested.flat()];
}
