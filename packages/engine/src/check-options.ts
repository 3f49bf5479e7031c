import {
  available,
  type Catalog,
  CatalogError,
  checkSelection,
  checkSettings,
  UsageError,
} from '@hostspec/spec';
import type { PlanOptions } from './plan.js';

/** The plan options that appear in messages and reasons. */
export type NamedOption = 'only' | 'skip' | 'domains' | 'offline' | 'allowStateChanges';

/** The name of an option in messages and reasons. */
export type OptionName = (option: NamedOption) => string;

/**
 * Checks the arguments of `plan`, for callers without a compiler, too.
 *
 * @throws UsageError that names the option, the value and what is allowed; CatalogError for a catalog without specs.
 */
export function checkOptions(catalog: Catalog<object>, options: PlanOptions, nameOf: OptionName): void {
  const specs: unknown = catalog?.specs;
  if (typeof specs !== 'object' || specs === null)
    throw new CatalogError('INVALID_CATALOG', 'plan needs a catalog: pass a slice or the result of compose');
  const names = Object.keys(specs);
  if (names.length === 0) throw new CatalogError('INVALID_CATALOG', 'the catalog has no specs');
  const host: unknown = options?.host;
  if (typeof host !== 'object' || host === null || !('readFile' in host))
    throw new UsageError(
      'INVALID_OPTION',
      'plan needs a host: pass one, such as { host: createLocalHost() }',
      {
        subject: 'host',
        value: host,
      },
    );
  for (const option of ['only', 'skip', 'domains'] as const) checkList(nameOf(option), options[option]);
  checkSelection(nameOf('only'), options.only, names);
  checkSelection(nameOf('skip'), options.skip, names);
  checkDomains(nameOf('domains'), options.domains, new Set(Object.values(catalog.domainOf)));
  checkSettings(catalog.settings, options.settings ?? {});
}

function checkList(option: string, value: unknown): void {
  if (value === undefined || (Array.isArray(value) && value.every((item) => typeof item === 'string')))
    return;
  throw new UsageError(
    'INVALID_OPTION',
    `${option} is ${JSON.stringify(value)}; allowed: a list of strings`,
    { subject: option, value },
  );
}

function checkDomains(
  option: string,
  wanted: readonly string[] | undefined,
  known: ReadonlySet<string>,
): void {
  for (const domain of wanted ?? [])
    if (!known.has(domain))
      throw new UsageError(
        'INVALID_OPTION',
        `${option} ${domain} is not in the catalog; available: ${available(known, domain)}`,
        { subject: option, value: domain },
      );
}
