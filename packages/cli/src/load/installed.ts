import { fileURLToPath, pathToFileURL } from 'node:url';
import { available, type Catalog, CatalogError, compose } from '@hostspec/spec';
import type { Io } from '../io.js';
import { usageError } from '../usage-error.js';
import { findDomains, findPackage, type InstalledPackage, scope } from './find-packages.js';
import { whyUntrustedCode } from './trust.js';

/** The two variants of the catalog: `b` is the current one. */
export type VariantName = 'a' | 'b';

/** Which part of the installed catalog. */
export interface InstalledOptions {
  readonly variant?: VariantName | undefined;
  /** Names of the only domains. Default: all. */
  readonly domains?: readonly string[] | undefined;
}

const whole = `${scope}/default-specs`;

/**
 * The catalog that is installed: the default catalog, or the domains beside each other, for the project in the current
 * directory; else those installed with hostspec.
 *
 * @throws CatalogError where none is installed, or what is there is none; UsageError for a domain that is not installed.
 */
export async function installedCatalog(
  io: Io,
  { variant = 'b', domains }: InstalledOptions,
): Promise<Catalog> {
  const places = placesOf(io);
  const packages = domains?.map((domain) => firstOf(places, (place) => findDomain(domain, place), io));
  if (packages?.every((found) => found !== undefined))
    return composed(await Promise.all(packages.map((p) => load(p, variant))));
  const all = await everything(places, variant, io);
  return domains ? ofDomains(all, domains) : all;
}

/**
 * The catalog that a domain or package exports; looked for in directories first.
 *
 * @throws CatalogError where it is not installed, or exports none.
 */
export async function packageCatalog(
  name: string,
  io: Io,
  variant: VariantName = 'b',
  directories: readonly string[] = [],
): Promise<Catalog> {
  const scoped = name.startsWith('@') ? undefined : `${scope}/${name}`;
  const find = (place: string): InstalledPackage | undefined =>
    (scoped === undefined ? undefined : findBeside(scoped, place)) ?? findBeside(name, place);
  const found = firstOf([...directories, ...placesOf(io)], find, io);
  if (!found) {
    const known = installedNames(io);
    throw notInstalled(`no domain or package ${name} is installed`, `available: ${available(known, name)}`);
  }
  return load(found, variant);
}

function placesOf({ cwd }: Io): readonly string[] {
  return [cwd, fileURLToPath(new URL('.', import.meta.url))];
}

/** The names of the domains that are installed. */
export function installedNames(io: Io): string[] {
  const directories = placesOf(io).flatMap((place) => [place, ...entryOf(findPackage(whole, place))]);
  const names = directories.flatMap((directory) =>
    findDomains(directory).map(({ name }) => name.slice(scope.length + 1)),
  );
  return [...new Set(names)];
}

function entryOf(found: InstalledPackage | undefined): string[] {
  return found ? [found.entry] : [];
}

/** A package that stands beside the others, or is a dependency of the default catalog. */
function findBeside(name: string, place: string): InstalledPackage | undefined {
  const all = findPackage(whole, place);
  return findPackage(name, place) ?? (all && findPackage(name, all.entry));
}

function findDomain(domain: string, place: string): InstalledPackage | undefined {
  const found = findBeside(`${scope}/${domain}`, place);
  return found?.isDomain ? found : undefined;
}

async function everything(places: readonly string[], variant: VariantName, io: Io): Promise<Catalog> {
  for (const place of places) {
    const all = trusted(findPackage(whole, place), io);
    const domains = findDomains(place).flatMap((found) => trusted(found, io) ?? []);
    if (!all && domains.length === 0) continue;
    if (!all) return composed(await Promise.all(domains.map((found) => load(found, variant))));
    const catalog = await load(all, variant);
    const known = new Set(catalog.domains.map(({ name }) => `${scope}/${name}`));
    const others = domains.filter(({ name }) => !known.has(name));
    return others.length === 0
      ? catalog
      : composed([catalog, ...(await Promise.all(others.map((found) => load(found, variant))))]);
  }
  throw notInstalled(
    'no catalog is installed',
    `install all domains (npm install ${whole}) or those that you need (npm install ${scope}/kernel ${scope}/networking)`,
  );
}

function firstOf(
  places: readonly string[],
  find: (place: string) => InstalledPackage | undefined,
  io: Io,
): InstalledPackage | undefined {
  for (const place of places) {
    const found = trusted(find(place), io);
    if (found) return found;
  }
  return undefined;
}

/** A package, unless root must not run what others could have written. */
function trusted(found: InstalledPackage | undefined, io: Io): InstalledPackage | undefined {
  if (!found) return undefined;
  const why = whyUntrustedCode(found.entry) ?? whyUntrustedCode(found.path);
  if (why === undefined) return found;
  if (!refusals.has(why)) io.err.write(`hostspec: ${found.path} is not loaded as root: ${why}\n`);
  refusals.add(why);
  return undefined;
}

// Packages stand beside each other, so one reason holds for many.
const refusals = new Set<string>();

interface Exports {
  readonly default?: unknown;
  readonly variantA?: unknown;
  readonly defaultSpecs?: unknown;
  readonly defaultSpecsA?: unknown;
}

async function load({ name, entry }: InstalledPackage, variant: VariantName): Promise<Catalog> {
  let exports: Exports;
  try {
    exports = (await import(pathToFileURL(entry).href)) as Exports;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CatalogError('INVALID_CATALOG', `package ${name} cannot be loaded: ${reason}`, {
      subject: name,
      cause: error,
    });
  }
  const current = exports.defaultSpecs ?? exports.default;
  const catalog = variant === 'a' ? (exports.defaultSpecsA ?? exports.variantA ?? current) : current;
  if (!isCatalog(catalog))
    throw new CatalogError('INVALID_CATALOG', `package ${name} exports no slice or catalog as default`, {
      subject: name,
    });
  return catalog;
}

function isCatalog(value: unknown): value is Catalog {
  return (
    typeof value === 'object' &&
    value !== null &&
    'specs' in value &&
    'domains' in value &&
    'domainOf' in value
  );
}

/** Composes catalogs whose names are not known beforehand. */
export function composed(catalogs: readonly Catalog[]): Catalog {
  return compose(
    ...(catalogs as readonly Catalog<object>[] as readonly Catalog<Record<never, never>>[]),
  ) as unknown as Catalog;
}

/** The part of a catalog that these domains brought. @throws UsageError for one that is not there, in the words `missing`. */
export function ofDomains(
  catalog: Catalog,
  wanted: readonly string[],
  missing = 'is not installed',
): Catalog {
  const known = catalog.domains.map(({ name }) => name);
  for (const domain of wanted)
    if (!known.includes(domain))
      throw usageError(
        `--domain ${domain} ${missing}; available: ${available(known, domain)}`,
        '--domain',
        domain,
      );
  const names = Object.keys(catalog.specs).filter((name) => wanted.includes(catalog.domainOf[name] ?? ''));
  return composed([
    {
      ...catalog.pick(...names),
      domains: catalog.domains.filter(({ name }) => wanted.includes(name)),
      values: Object.fromEntries(
        Object.entries(catalog.values).filter(([, { domain }]) => wanted.includes(domain)),
      ),
    },
  ]);
}

function notInstalled(what: string, how: string): CatalogError {
  return new CatalogError('INVALID_CATALOG', `${what}; ${how}`);
}
