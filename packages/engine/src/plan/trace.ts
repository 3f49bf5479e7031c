import type { Answer, Evaluation } from '@hostspec/registry';
import { conditionNames, isReference, type NestedSpec, nestedSpecs } from '@hostspec/spec';
import { type DescribedSpec, describeSpec } from './describe.js';
import { type Gates, gateOf } from './gates.js';
import type { Plan } from './plan.js';
import { invalidPlan } from './read-plan.js';
import { openSession, type PlanContext } from './session.js';

/** A condition that a spec asks about, and its answer. */
export type TracedCondition = Answer & { readonly name: string };

/** A provider that a spec needs, and what it gave. */
export type TracedProvider = Evaluation & { readonly name: string };

/** Everything that a spec of a plan depends on, evaluated on the host. */
export interface Trace {
  readonly conditions: readonly TracedCondition[];
  /** Only those that collecting the spec would evaluate. Values of a spec with `secret` are in it. */
  readonly providers: readonly TracedProvider[];
  readonly described: DescribedSpec;
}

/**
 * Evaluates everything that a spec of a plan depends on, once each, without collecting it.
 *
 * @throws UsageError for a spec that is not in the plan, or a plan that was changed or is for another catalog or host.
 */
export async function traceSpec(plan: Plan, name: string, context: PlanContext): Promise<Trace> {
  const session = await openSession('traceSpec', plan, context);
  const planned = session.specs.find((each) => each.name === name);
  if (!planned) throw invalidPlan(`the plan has no spec ${name}`, name);
  const { spec, skip } = planned;
  const { registry } = session;
  const described = await describeSpec(planned, session);
  const conditions = [...new Set(conditionNames(spec))].map(async (condition) => ({
    name: condition,
    ...(await registry.condition({ condition })),
  }));
  // If a spec is skipped or denied before its provider is evaluated, the trace must not evaluate it either.
  const isAsked = skip === undefined && session.denials?.spec(name) === undefined;
  const needed = isAsked ? await providersOf(spec, session) : [];
  const providers = [...new Set(needed)].map(async (provider) => ({
    name: provider,
    ...(await registry.provider(provider)),
  }));
  return {
    conditions: await Promise.all(conditions),
    providers: await Promise.all(providers),
    described,
  };
}

/** The names of the providers of a spec and of its nested specs, unless they are skipped. */
async function providersOf(spec: NestedSpec, gates: Gates): Promise<readonly string[]> {
  if ((await gateOf(spec, gates)) !== undefined) return [];
  const own = 'provider' in spec && isReference(spec.provider) ? [spec.provider.provider] : [];
  const nested = await Promise.all(nestedSpecs(spec).map((each) => providersOf(each, gates)));
  return [...own, ...nested.flat()];
}
