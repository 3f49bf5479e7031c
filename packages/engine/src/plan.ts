import { createRegistry } from '@hostspec/registry';
import {
  applyBrand,
  type Brand,
  type Catalog,
  type Domain,
  type Host,
  matchesName,
  type SettingValue,
  type Spec,
} from '@hostspec/spec';
import { brandOf } from './brand-of.js';
import { checkOptions, type OptionName } from './check-options.js';
import { collectingHost } from './collecting-host.js';
import { gateOf, hasCondition } from './gates.js';
import type { Tools } from './tools.js';

/** Options of a plan. */
export interface PlanOptions {
  /** The machine or archive to collect from. */
  readonly host: Host;
  /** Values of settings by name, as the user configured them. */
  readonly settings?: Readonly<Record<string, SettingValue>>;
  /** The words for `<vendor>` and `<client>`; missing ones are detected from the host's os-release. */
  readonly brand?: Partial<Brand>;
  /** Names or globs of the only specs to collect. Default: all. */
  readonly only?: readonly string[];
  /** Names or globs of specs to leave out. */
  readonly skip?: readonly string[];
  /** Names of the only domains to collect. Default: all. */
  readonly domains?: readonly string[];
  /** Leave out specs that need the network; a program such as lsof may still ask for names. Default false. */
  readonly offline?: boolean;
  /** Run commands that change the host. Default false. */
  readonly allowStateChanges?: boolean;
  /** The catalog's variant, for the manifest. */
  readonly variant?: string;
  /** Evaluate conditions during collection, which then starts without waiting for all of them. Default false. */
  readonly deferConditions?: boolean;
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
  /** Set if conditions, its own or those of what is nested in it, were deferred: collecting evaluates them. */
  readonly undecided?: true;
}

/** The specs that will be collected on a host, and those that won't, with the reason. */
export interface Plan {
  readonly specs: readonly PlannedSpec[];
  readonly domains: readonly Domain[];
  readonly variant?: string;
  readonly brand: Brand;
  /** Tools for collecting; not part of the plan's data. */
  readonly tools: Tools;
}

/**
 * Plans a collection: substitutes the brand, selects, and evaluates conditions unless they are deferred, so that the plan shows in advance what will not be collected.
 *
 * @throws UsageError for an invalid option or setting, or a selection that matches nothing; CatalogError for a catalog
 * without specs.
 */
export async function plan(catalog: Catalog<object>, options: PlanOptions): Promise<Plan> {
  const nameOf = options?.optionName ?? ((option) => option);
  checkOptions(catalog, options, nameOf);
  const specs = catalog.specs as Readonly<Record<string, Spec>>;
  const names = Object.keys(specs);
  const host = collectingHost(options.host);
  const brand = await brandOf(host, options.brand);
  const registry = createRegistry(catalog, host, options.settings);
  // On a host that is not live nothing runs, so nothing is sent or changed.
  const offline = host.executes && (options.offline ?? false);
  const allowStateChanges = !host.executes || (options.allowStateChanges ?? false);
  const tools = { host, registry, offline, allowStateChanges, nameOf };
  const planned = names.map(async (name): Promise<PlannedSpec> => {
    const spec = applyBrand(name, specs[name] as Spec, brand);
    const domain = catalog.domainOf[name] ?? '';
    const { deferConditions = false } = options;
    const skip = deselection(name, domain, options, nameOf) ?? (await gateOf(spec, tools, deferConditions));
    if (skip !== undefined) return { name, domain, spec, skip };
    return { name, domain, spec, ...(deferConditions && hasCondition(spec) ? { undecided: true } : {}) };
  });
  return {
    specs: await Promise.all(planned),
    domains: catalog.domains,
    ...(options.variant === undefined ? {} : { variant: options.variant }),
    brand,
    tools,
  };
}

/** Why a spec is not collected, undefined if it is; evaluates conditions that were deferred. */
export async function skipOf(
  { skip, undecided, spec }: PlannedSpec,
  tools: Tools,
): Promise<string | undefined> {
  return undecided ? gateOf(spec, tools) : skip;
}

function deselection(
  name: string,
  domain: string,
  { only, skip, domains }: PlanOptions,
  nameOf: OptionName,
): string | undefined {
  if (domains && !domains.includes(domain)) return `deselected by ${nameOf('domains')}`;
  if (only && !only.some((pattern) => matchesName(pattern, name))) return `deselected by ${nameOf('only')}`;
  const pattern = skip?.find((candidate) => matchesName(candidate, name));
  return pattern === undefined ? undefined : `deselected by ${nameOf('skip')} ${pattern}`;
}
