import { isDeepStrictEqual } from 'node:util';
import { atMost } from '@hostspec/host-kit';
import {
  applyBrand,
  type Catalog,
  type CollectingHost,
  didYouMean,
  isHostspecError,
  type Spec,
  UsageError,
} from '@hostspec/spec';
import { checkOptions } from './check-options.js';
import { canonicalJson, fingerprintOf } from './fingerprint.js';
import type { Plan, PlannedSpec } from './plan.js';
import { invalidPlan, readPlan } from './read-plan.js';
import { deselection, type OptionName, ownName } from './restrictions.js';

/**
 * Checks that data is a plan for this catalog, as collecting does. Its specs must be those of the catalog, except that some may be missing
 * or have a reason to skip them: a plan is not a way to run other commands. A program can call it before it opens a host.
 *
 * @throws UsageError `INVALID_PLAN` for data that is not a plan, or was changed; `PLAN_MISMATCH` for another catalog.
 */
export function checkPlan(data: unknown, catalog: Catalog<object>, nameOf: OptionName = ownName): void {
  const plan = readPlan(data);
  checkCatalog(plan, catalog);
  try {
    checkOptions(catalog, { ...plan.restrictions, settings: plan.settings }, nameOf);
  } catch (error) {
    throw isHostspecError(error) ? invalidPlan(`the plan: ${error.message}`, error.value) : error;
  }
  for (const name of Object.keys(plan.conditions))
    if (!Object.hasOwn(catalog.conditions, name))
      throw invalidPlan(
        `the plan has an answer for condition ${name}, which the catalog does not have; ${didYouMean(name, Object.keys(catalog.conditions))}`,
        name,
      );
  const seen = new Set<string>();
  const deselected = deselection(plan.restrictions, nameOf);
  for (const planned of plan.specs) {
    if (seen.has(planned.name)) throw changed(planned.name, 'is in it twice');
    seen.add(planned.name);
    checkSpecOf(plan, planned, catalog, deselected);
  }
}

function checkCatalog({ fingerprint, domains }: Plan, catalog: Catalog<object>): void {
  const given = fingerprintOf(catalog);
  if (given === fingerprint) return;
  const differences = differencesOf(domains, catalog.domains);
  const what =
    differences.length > 0
      ? differences.join('; ')
      : `it has the same domains with the same versions, but other content (sha256 ${given}, in the plan ${fingerprint})`;
  throw new UsageError(
    'PLAN_MISMATCH',
    `the plan was made from another catalog: ${what}; make the plan again from this catalog, or give the catalog of the plan`,
    { subject: 'plan', value: fingerprint },
  );
}

const mostDifferences = 5;

function differencesOf(planned: Catalog['domains'], given: Catalog['domains']): readonly string[] {
  const versions = new Map(given.map(({ name, version }) => [name, version]));
  const differences = planned.flatMap(({ name, version }) => {
    const other = versions.get(name);
    versions.delete(name);
    if (other === version) return [];
    const here = other === undefined ? 'does not have it' : `has ${name} ${other}`;
    return [`the plan has ${name} ${version}, and the catalog ${here}`];
  });
  for (const [name, version] of versions)
    differences.push(`the catalog has ${name} ${version}, and the plan does not have it`);
  return atMost(differences, mostDifferences);
}

/**
 * Checks that a plan is for this host: the conditions' answers and the brand would be wrong on another.
 *
 * @throws UsageError `PLAN_MISMATCH`.
 */
export async function checkPlanHost(plan: Plan, { root, executes, hostname }: CollectingHost): Promise<void> {
  const facts = [
    ['root', plan.root, root],
    ['hostname', plan.hostname, await hostname()],
    ['executes', plan.executes, executes],
  ] as const;
  for (const [name, planned, given] of facts)
    if (planned !== given)
      throw new UsageError(
        'PLAN_MISMATCH',
        `the plan was made for another host: its ${name} is ${JSON.stringify(planned)}, and that of this host is ${JSON.stringify(given)}; make the plan again on this host`,
        { subject: 'plan', value: planned },
      );
}

function checkSpecOf(
  plan: Plan,
  { name, domain, spec, skip, deselected: isMarked }: PlannedSpec,
  catalog: Catalog<object>,
  deselected: ReturnType<typeof deselection>,
): void {
  const specs = catalog.specs as Readonly<Record<string, Spec>>;
  const own = Object.hasOwn(specs, name) ? specs[name] : undefined;
  if (own === undefined)
    throw changed(name, `is not in the catalog; ${didYouMean(name, Object.keys(specs), 'hostspec catalog')}`);
  if (domain !== catalog.domainOf[name])
    throw changed(
      name,
      `has domain ${JSON.stringify(domain)}; in the catalog it is ${JSON.stringify(catalog.domainOf[name])}`,
    );
  if (!isSame(applyBrand(name, own, plan.brand), spec)) throw changed(name, 'is not as in the catalog');
  if (skip === '') throw changed(name, 'has an empty skip reason');
  if (skip !== undefined) return;
  const reason = deselected(name, domain, own);
  if (isMarked || reason !== undefined)
    throw changed(name, `has no skip reason, but is ${reason ?? 'marked deselected'}`);
}

/** Whether two specs are the same in JSON, which drops keys without a value. The first comparison is the fast one. */
function isSame(one: Spec, other: Spec): boolean {
  return one === other || isDeepStrictEqual(one, other) || canonicalJson(one) === canonicalJson(other);
}

function changed(name: string, how: string): UsageError {
  return invalidPlan(
    `the plan was changed: spec ${name} ${how}; allowed: to remove a spec, or to give it a "skip" reason`,
    name,
  );
}
