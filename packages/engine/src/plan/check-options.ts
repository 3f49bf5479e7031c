import { usageError } from '@hostspec/host-kit';
import {
  type Brand,
  type Catalog,
  CatalogError,
  checkSelection,
  didYouMean,
  type Host,
  type Setting,
  type SettingValue,
  settingProblem,
  UsageError,
} from '@hostspec/spec';
import { checkBrand } from './brand-of.js';
import { type OptionName, ownName, type Restrictions } from './restrictions.js';

/** The parts of a plan's options that are checked against its catalog. */
export interface CheckedOptions extends Restrictions {
  readonly settings?: Readonly<Record<string, SettingValue>>;
  readonly brand?: Partial<Brand>;
}

/** Checks that a catalog and a host were given, for callers without a compiler. @throws CatalogError or UsageError. */
export function checkGiven(caller: string, catalog: Catalog<object>, host: Host): void {
  const specs: unknown = catalog?.specs;
  if (typeof specs !== 'object' || specs === null)
    throw new CatalogError(
      'INVALID_CATALOG',
      `${caller} needs a catalog: pass a slice or the result of compose`,
    );
  if (Object.keys(specs).length === 0) throw new CatalogError('INVALID_CATALOG', 'the catalog has no specs');
  if (typeof host !== 'object' || host === null || !('readFile' in host))
    throw usageError(`${caller} needs a host: pass one, such as { host: createLocalHost() }`, 'host', host);
}

/**
 * Checks the options of a plan against its catalog, as `plan` does. A program can call it before it opens a host.
 *
 * @throws UsageError that names the option, the value and what is allowed.
 */
export function checkOptions(
  catalog: Catalog<object>,
  options: CheckedOptions,
  nameOf: OptionName = ownName,
): void {
  const names = Object.keys(catalog.specs);
  for (const option of ['only', 'skip', 'domains'] as const) checkList(nameOf(option), options[option]);
  checkSelection(nameOf('only'), options.only, names);
  checkSelection(nameOf('skip'), options.skip, names);
  const domains = new Set(Object.values(catalog.domainOf));
  checkDomains(nameOf('domains'), options.domains, domains);
  for (const profile of options.profiles ?? []) {
    const part = (name: string): string => `${nameOf('profiles')} ${profile.name}: ${name}`;
    checkSelection(part('pick'), profile.pick, names);
    checkSelection(part('skip'), profile.skip, names);
    checkDomains(part('domains'), profile.domains, domains);
  }
  checkSettings(catalog.settings, options.settings ?? {});
  checkBrand(options.brand ?? {}, nameOf('brand'));
}

function checkList(option: string, value: unknown): void {
  if (value === undefined || (Array.isArray(value) && value.every((item) => typeof item === 'string')))
    return;
  throw usageError(`${option} is ${JSON.stringify(value)}; allowed: a list of strings`, option, value);
}

function checkDomains(
  option: string,
  wanted: readonly string[] | undefined,
  known: ReadonlySet<string>,
): void {
  for (const domain of wanted ?? [])
    if (!known.has(domain))
      throw usageError(
        `${option} ${domain} is not in the catalog; ${didYouMean(domain, known)}`,
        option,
        domain,
      );
}

/** Checks values of settings by name. @throws UsageError `UNKNOWN_SETTING` or `INVALID_SETTING`. */
export function checkSettings(
  settings: Readonly<Record<string, Setting>>,
  values: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(values)) {
    const setting = Object.hasOwn(settings, name) ? settings[name] : undefined;
    if (!setting)
      throw new UsageError(
        'UNKNOWN_SETTING',
        `no setting is named ${JSON.stringify(name)}; ${didYouMean(name, Object.keys(settings), 'hostspec config')}`,
        { subject: name, value },
      );
    const found = settingProblem(setting, value);
    if (found)
      throw new UsageError(
        'INVALID_SETTING',
        `setting ${name} is ${JSON.stringify(found.value)}; ${found.problem}`,
        { subject: name, value: found.value, ...(found.index === undefined ? {} : { at: [found.index] }) },
      );
  }
}
