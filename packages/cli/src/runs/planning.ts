import type { Plan } from '@hostspec/engine';
import type { Denied } from '@hostspec/policy';
import type { Catalog, CollectingHost } from '@hostspec/spec';
import { type CatalogValues, loadConfigured } from '../catalogs/catalog.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import type { hostOptions } from '../shared-options.js';
import { optionName } from './option-name.js';
import { planOptions } from './plan-options.js';

type Given = Values<typeof hostOptions> & { readonly plan?: string };

/** The catalog to collect, and what gives the plan for a host. */
export interface Planning {
  readonly catalog: Catalog;
  /** The options that select the catalog. */
  readonly selection: CatalogValues;
  planFor(host: CollectingHost, denied: Denied | undefined): Promise<Plan>;
}

/** The plan in a file that `--plan` names; undefined without that option. */
export async function givenPlan(values: Given, io: Io): Promise<Plan | undefined> {
  if (values.plan === undefined) return undefined;
  const { readPlanFile } = await import('./plan-file.js');
  return readPlanFile(values.plan, values, io);
}

/** Loads the catalog of the given plan, or the one that the options select, which is planned for the host. @throws UsageError for what a plan cannot be made of, before any host is opened. */
export async function planningOf(given: Plan | undefined, values: Given, io: Io): Promise<Planning> {
  if (given) {
    const { loadPlanned, optionsOf } = await import('./plan-file.js');
    const selection = optionsOf(given, values);
    const catalog = await loadPlanned(selection, io);
    const { checkPlan } = await import('@hostspec/engine');
    checkPlan(given, catalog, optionName);
    return { catalog, selection, planFor: async () => given };
  }
  const loaded = await loadConfigured(values, io);
  const options = await planOptions(loaded, values);
  return {
    catalog: loaded.catalog,
    selection: values,
    async planFor(host, denied) {
      const { plan } = await import('@hostspec/engine');
      return plan(loaded.catalog, {
        ...options,
        host,
        ...(denied === undefined ? {} : { denials: denied.denials }),
        deferConditions: true,
      });
    },
  };
}
