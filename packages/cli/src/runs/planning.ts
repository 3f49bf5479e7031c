import type { LogOptions, NamedOption, OptionName, Plan, PlanOptions, Profile } from '@hostspec/engine';
import { defined } from '@hostspec/host-kit';
import type { Denied, Policy } from '@hostspec/policy';
import type { Brand, Catalog, CollectingHost } from '@hostspec/spec';
import { type CatalogValues, type LoadedCatalog, loadConfigured } from '../catalogs/catalog.js';
import { warnOfUnknownDenials } from '../catalogs/unknown-denials.js';
import { openChosenPolicy } from '../chosen-policy.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import type { selectedProfiles } from '../profiles/find-profile.js';
import type { Profiled } from '../profiles/with-profiles.js';
import type { hostOptions, logOptions } from '../shared-options.js';
import { usageError } from '../usage-error.js';

type Given = Values<typeof hostOptions> & Profiled & { readonly plan?: string };

/** The catalog to collect, and what gives the plan for a host. */
export interface Planning {
  readonly catalog: Catalog;
  /** The options that select the catalog. */
  readonly selection: CatalogValues;
  planFor(host: CollectingHost, denied: Denied | undefined): Promise<Plan>;
}

/** What the options of a run decide without a host. */
export interface SettledRun extends Planning {
  readonly logs: LogOptions;
  readonly policy: Policy;
}

/** Reads the options of a run, and warns of denials that no spec matches. @throws UsageError for what can be known without a host. */
export async function settledRun(
  given: Plan | undefined,
  values: Given & Values<typeof logOptions> & Parameters<typeof openChosenPolicy>[0],
  io: Io,
): Promise<SettledRun> {
  const logs = await logOptionsOf(values);
  const policy = await openChosenPolicy(values, io);
  const planning = await planningOf(given, values, io);
  await warnOfUnknownDenials(policy.denied, planning.catalog, planning.selection, io);
  return { ...planning, logs, policy };
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
  const options = await planOptions(loaded, values, io);
  return {
    catalog: loaded.catalog,
    selection: values,
    async planFor(host, denied) {
      const { plan } = await import('@hostspec/engine');
      return plan(loaded.catalog, {
        ...options,
        host,
        ...defined({ denials: denied?.denials }),
        deferConditions: true,
      });
    },
  };
}

/** The options of a plan that do not depend on its host. */
type HostlessOptions = Omit<PlanOptions, 'host' | 'denials'>;

/**
 * The options of a plan, from the command line. They are checked here, because a mistake must not cost a login on another host.
 *
 * @throws UsageError for an invalid brand or setting, a profile with a name that nothing has, or a selection that matches nothing.
 */
export async function planOptions(
  { catalog, settings, variant }: LoadedCatalog,
  values: Values<typeof hostOptions> & Profiled,
  io: Io,
): Promise<HostlessOptions> {
  const { profiles: found, only, skip, offline, brand, 'allow-state-changes': allowStateChanges } = values;
  const profiles = found && (await profilesFor(found, catalog, values, io));
  const options = {
    settings,
    variant,
    optionName,
    ...defined({ brand: brand && brandOf(brand), profiles, only, skip, offline, allowStateChanges }),
  };
  const { checkOptions } = await import('@hostspec/engine');
  checkOptions(catalog, options, optionName);
  return options;
}

async function profilesFor(...given: Parameters<typeof selectedProfiles>): Promise<readonly Profile[]> {
  return (await import('../profiles/find-profile.js')).selectedProfiles(...given);
}

function brandOf(words: readonly string[]): Partial<Brand> {
  return Object.fromEntries(
    words.map((word) => {
      const [, key, value] = /^(vendor|client)=(.*)$/.exec(word) ?? [];
      if (key === undefined)
        throw usageError(
          `--brand ${JSON.stringify(word)} is not allowed; allowed: vendor=NAME, client=NAME`,
          '--brand',
          word,
        );
      return [key, value];
    }),
  );
}

const names = {
  profiles: 'profile',
  only: 'only',
  skip: 'skip',
  domains: 'domain',
  offline: 'offline',
  allowStateChanges: 'allow-state-changes',
  since: 'since',
  until: 'until',
  boot: 'boot',
  brand: 'brand',
} as const satisfies Record<NamedOption, keyof typeof hostOptions | keyof typeof logOptions>;

/** The command-line name of a plan option; errors and reasons of the library use it. */
export const optionName: OptionName = (option) => `--${names[option]}`;

/** Which part of logs to collect, from the command line. @throws UsageError for a window that is wrong on every host. */
export async function logOptionsOf(values: Values<typeof logOptions>): Promise<LogOptions> {
  const { since, until, boot, 'full-logs': fullLogs } = values;
  const window = defined({ since, until, boot });
  const { checkWindow } = await import('@hostspec/engine');
  checkWindow(window, optionName);
  return defined({ window: Object.keys(window).length === 0 ? undefined : window, fullLogs });
}
