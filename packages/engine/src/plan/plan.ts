import { defined } from '@hostspec/host-kit';
import { type Answers, createRegistry } from '@hostspec/registry';
import {
  applyBrand,
  type Brand,
  type Catalog,
  type Host,
  type SettingValue,
  type Spec,
} from '@hostspec/spec';
import { brandOf } from './brand-of.js';
import { checkGiven, checkOptions } from './check-options.js';
import { collectingHost } from './collecting-host.js';
import { type Denials, forbidden } from './denials.js';
import { denyingHost, denyingParts } from './denying-host.js';
import { elsewhereOf, releaseOf } from './distribution.js';
import { fingerprintOf } from './fingerprint.js';
import { gateOf, gatesOf, hasCondition } from './gates.js';
import { deselection, type OptionName, ownName, type Restrictions } from './restrictions.js';

/** Options of a plan. */
export interface PlanOptions extends Restrictions {
  /** The machine or archive to collect from. */
  readonly host: Host;
  /** Values of settings by name, as the user configured them. */
  readonly settings?: Readonly<Record<string, SettingValue>>;
  /** The words for `<vendor>` and `<client>`; missing ones are detected from the host's os-release. */
  readonly brand?: Partial<Brand>;
  /** The catalog's variant, for the manifest. */
  readonly variant?: string;
  /** Evaluate conditions during collection, which then starts without waiting for all of them. Default false. */
  readonly deferConditions?: boolean;
  /** What must not be read or run on the host to find out what to collect. Default: everything may be. */
  readonly denials?: Denials;
  /** The name of an option in errors and reasons, for a program whose own options have other names. Default: the name here. */
  readonly optionName?: OptionName;
}

/** One spec of a plan. */
export interface PlannedSpec {
  readonly name: string;
  readonly domain: string;
  /** The spec with the brand's words filled in. */
  readonly spec: Spec;
  /** Why it will not be collected; undefined if it will. */
  readonly skip?: string;
  /** Set if it is skipped because the plan's restrictions leave it out. */
  readonly deselected?: true;
  /** Set if conditions, its own or those of what is nested in it, were deferred: collecting evaluates them. */
  readonly undecided?: true;
}

const made = new WeakMap<object, Catalog<object>>();

/** Whether data is a plan as `plan` made it from this catalog, and not a copy that may be changed. */
export const isMadeFrom = (data: object, catalog: Catalog<object>): boolean => made.get(data) === catalog;

/** The form of plans that this version writes and reads. */
export const planFormat = 1;

/**
 * The specs that will be collected on a host, and those that won't, with the reason. A plan is plain data that survives JSON. A
 * person may remove specs from it, or give them a `skip` reason. `collect` refuses any other change to its specs.
 */
export interface Plan {
  readonly format: typeof planFormat;
  /** The fingerprint of the catalog: the sha256, in hexadecimal, of its data. */
  readonly fingerprint: string;
  readonly domains: Catalog['domains'];
  readonly variant?: string;
  readonly brand: Brand;
  readonly settings: Readonly<Record<string, SettingValue>>;
  readonly restrictions: Restrictions;
  /** The name of the host for which the plan was made. */
  readonly hostname: string;
  /** The directory or archive that is the host's root. */
  readonly root: string;
  /** Whether the host runs commands. */
  readonly executes: boolean;
  /** The answers of the conditions that were evaluated for the plan, by name. Collecting does not evaluate these again. */
  readonly conditions: Answers;
  /** In the order of the catalog. */
  readonly specs: readonly PlannedSpec[];
}

/**
 * Plans a collection: substitutes the brand, selects, and evaluates conditions unless they are deferred, so that the plan shows in advance what will not be collected.
 *
 * @throws UsageError for an invalid option or setting, or a selection that matches nothing; CatalogError for a catalog
 * without specs.
 */
export async function plan(catalog: Catalog<object>, options: PlanOptions): Promise<Plan> {
  const { optionName = ownName, deferConditions = false, variant, settings = {} } = options ?? {};
  checkGiven('plan', catalog, options?.host);
  checkOptions(catalog, options, optionName);
  const specs = catalog.specs as Readonly<Record<string, Spec>>;
  const host = collectingHost(options.host);
  const denials = forbidden(options.denials, catalog);
  const asked = denyingHost(host, denials);
  const release = releaseOf(asked);
  const brand = await brandOf(release, options.brand);
  const registry = createRegistry(denyingParts(catalog, denials), host, settings);
  const restrictions = restrictionsIn(options);
  const gates = gatesOf(registry, host, restrictions, optionName);
  const deselected = deselection(restrictions, optionName);
  const elsewhere = elsewhereOf(asked, release, restrictions.only);
  const planned = Object.keys(specs).map(async (name): Promise<PlannedSpec> => {
    const spec = applyBrand(name, specs[name] as Spec, brand);
    const domain = catalog.domainOf[name] ?? '';
    const reason = deselected(name, domain, spec);
    if (reason !== undefined) return { name, domain, spec, skip: reason, deselected: true };
    const skip = (await elsewhere(name, spec)) ?? (await gateOf(spec, gates, deferConditions));
    if (skip !== undefined) return { name, domain, spec, skip };
    return { name, domain, spec, ...(deferConditions && hasCondition(spec) ? { undecided: true } : {}) };
  });
  const all = await Promise.all(planned);
  const whole: Plan = {
    format: planFormat,
    // Nobody looks at it if the plan is collected at once.
    get fingerprint() {
      return fingerprintOf(catalog);
    },
    domains: catalog.domains,
    ...defined({ variant }),
    brand,
    settings,
    restrictions,
    hostname: await host.hostname(),
    root: host.root,
    executes: host.executes,
    conditions: await registry.answers(),
    specs: all,
  };
  for (const part of [whole, all, ...all]) Object.freeze(part);
  made.set(whole, catalog);
  return whole;
}

function restrictionsIn(options: Restrictions): Restrictions {
  const { profiles, only, skip, domains, offline, allowStateChanges } = options;
  return defined({ profiles, only, skip, domains, offline, allowStateChanges });
}
