import { join, resolve } from 'node:path';
import { checkRegularFile, UnreadableFile } from '@hostspec/files/trust';
import { type Catalog, CatalogError, compose, didYouMean } from '@hostspec/spec';
import {
  commandRoot,
  findDomains,
  findPackage,
  foldersOf,
  type InstalledPackage,
  scope,
  whyNotRun,
} from '../installation.js';
import type { Io } from '../io.js';
import { usageError } from '../usage-error.js';
import {
  cannotLoad,
  checkNamedPackages,
  defaultVariant,
  isOnlyLinux,
  maxCodeBytes,
  runProgram,
  type VariantName,
} from './program.js';

/** Which installed packages to use, and which part of them. */
export interface InstalledOptions {
  readonly variant?: VariantName | undefined;
  /** Names of the only domains. Default: all. */
  readonly domains?: readonly string[] | undefined;
  /** A directory whose `node_modules` is searched before that of hostspec. Only the command line can set it. */
  readonly packages?: string | undefined;
}

/** The package of the whole catalog in each variant. */
const wholes = {
  linux: `${scope}/linux-specs`,
  b: `${scope}/default-specs`,
  a: `${scope}/default-specs`,
} as const satisfies Readonly<Record<VariantName, string>>;

/**
 * The catalog installed with hostspec, or in the directory named by `packages`: the default catalog and the domains
 * beside it.
 *
 * @throws CatalogError if none is installed, or one cannot be loaded; UsageError for a domain that is not installed.
 */
export async function installedCatalog(
  io: Pick<Io, 'cwd' | 'err'>,
  { variant = defaultVariant, domains, packages }: InstalledOptions,
): Promise<Catalog> {
  const places = placesOf(packages, io);
  const found = domains?.map((domain) => firstOf(places, (place) => findDomain(domain, place), io));
  if (found?.every((each) => each !== undefined))
    return composed(await Promise.all(found.map((each) => load(each, variant))));
  const all = await everything(places, variant, io);
  return domains ? ofDomains(all, domains) : all;
}

/**
 * The catalog that an installed domain or package exports.
 *
 * @throws CatalogError if it is not installed, or does not export a catalog.
 */
export async function packageCatalog(
  name: string,
  io: Io,
  { variant = defaultVariant, packages }: InstalledOptions = {},
): Promise<Catalog> {
  const places = placesOf(packages, io);
  const scoped = name.startsWith('@') ? undefined : `${scope}/${name}`;
  const find = (place: Place): InstalledPackage | undefined =>
    [scoped, name]
      .flatMap((each) => (each === undefined ? [] : (findBeside(each, place) ?? [])))
      .find(({ isCatalog }) => isCatalog);
  const found = firstOf(places, find, io);
  if (!found) {
    const known = installedNames(places);
    throw notInstalled(
      `no domain or catalog package ${JSON.stringify(name)} is installed with hostspec`,
      `${didYouMean(name, known)}`,
    );
  }
  return load(found, variant);
}

/** An installed package that root may use, from the directory named by `packages` or beside hostspec; undefined if there is none. */
export function installedPackage(
  name: string,
  packages: string | undefined,
  io: Io,
): InstalledPackage | undefined {
  return firstOf(placesOf(packages, io), (place) => findPackage(name, place), io);
}

/** The package of the whole catalog for all of Linux. */
export const linuxPackage = wholes.linux;

/** The directories that hold packages side by side. */
type Place = readonly string[];

/** The directories to search for packages, in order. The current directory is never one of them. */
function placesOf(packages: string | undefined, { cwd }: Pick<Io, 'cwd'>): readonly Place[] {
  const own = foldersOf(commandRoot());
  if (packages === undefined) return [own];
  const folder = join(resolve(cwd, packages), 'node_modules');
  checkNamedPackages(folder, '--packages');
  return [[folder], own];
}

/** The names of the domains that are installed. */
export function installedNames(places?: readonly Place[]): string[] {
  return installedDomains(places).map(({ name }) => name.slice(scope.length + 1));
}

/** The packages of the domains that are installed, sorted by name. */
export function installedDomains(places: readonly Place[] = [foldersOf(commandRoot())]): InstalledPackage[] {
  return findDomains(places.flatMap((place) => [...place, ...foldersBehind(place)]));
}

/** The directories that hold the dependencies of the catalogs in a place. */
function foldersBehind(place: Place): readonly string[] {
  return [...new Set(Object.values(wholes))].flatMap((whole) => {
    const found = findPackage(whole, place);
    return found ? foldersOf(found.path) : [];
  });
}

/** A package beside the others, or a dependency of the default catalog. */
function findBeside(name: string, place: Place): InstalledPackage | undefined {
  return findPackage(name, place) ?? findPackage(name, foldersBehind(place));
}

function findDomain(domain: string, place: Place): InstalledPackage | undefined {
  const found = findBeside(`${scope}/${domain}`, place);
  return found?.isDomain ? found : undefined;
}

async function everything(
  [place = []]: readonly Place[],
  variant: VariantName,
  io: Pick<Io, 'err'>,
): Promise<Catalog> {
  const all = trusted(findPackage(wholes[variant], place), io);
  const catalog = all && (await load(all, variant));
  const known = new Set(catalog?.domains.map(({ name }) => name));
  // Another variant's catalog brings its domains, but not a catalog of this one.
  const folders = catalog ? place : [...place, ...foldersBehind(place)];
  const domains = findDomains(folders, known).flatMap((found) => trusted(found, io) ?? []);
  if (!catalog && domains.length === 0)
    throw notInstalled(
      `no catalog is installed in ${place.at(-1)}`,
      `install all domains there (npm install ${wholes[variant]}) or only those you need (npm install ${scope}/kernel ${scope}/networking), or name a directory that has domains in its node_modules (--packages DIR) or your own catalog (--catalog FILE)`,
    );
  if (catalog && domains.length === 0) return catalog;
  return composed([...(catalog ? [catalog] : []), ...(await loadAll(domains, variant))]);
}

function firstOf(
  places: readonly Place[],
  find: (place: Place) => InstalledPackage | undefined,
  io: Pick<Io, 'err'>,
): InstalledPackage | undefined {
  for (const place of places) {
    const found = trusted(find(place), io);
    if (found) return found;
  }
  return undefined;
}

/** The package, or undefined if the user is root and others could have changed it. */
function trusted(found: InstalledPackage | undefined, io: Pick<Io, 'err'>): InstalledPackage | undefined {
  if (!found) return undefined;
  const { path, entry, problem } = found;
  const why = whyNotRun(path) ?? (problem === undefined ? whyNotRun(entry) : undefined);
  if (why === undefined) return found;
  if (!refusals.has(why)) io.err.write(`hostspec: ${path} is not loaded as root: ${why}\n`);
  refusals.add(why);
  return undefined;
}

// Packages share a directory, so one reason can apply to many.
const refusals = new Set<string>();

/** Loads those of the domains that are in a variant. */
async function loadAll(found: readonly InstalledPackage[], variant: VariantName): Promise<Catalog[]> {
  const loaded = await Promise.all(
    found.map((each) =>
      load(each, variant).catch((error) => {
        if (isOnlyLinux(error)) return undefined;
        throw error;
      }),
    ),
  );
  return loaded.filter((each) => each !== undefined);
}

async function load({ name, entry, problem }: InstalledPackage, variant: VariantName): Promise<Catalog> {
  const what = `package ${name}`;
  if (problem !== undefined) throw cannotLoad(what, problem);
  try {
    checkRegularFile(entry, maxCodeBytes);
  } catch (error) {
    throw error instanceof UnreadableFile ? cannotLoad(what, `${entry} ${error.message}`) : error;
  }
  return runProgram(entry, what, variant);
}

/** Composes catalogs whose names are not known in advance. */
export function composed(catalogs: readonly Catalog[]): Catalog {
  return compose(
    ...(catalogs as readonly Catalog<object>[] as readonly Catalog<Record<never, never>>[]),
  ) as unknown as Catalog;
}

/** The part of a catalog that comes from these domains. @throws UsageError, worded with `missing`, for a domain that is not in it. */
export function ofDomains(
  catalog: Catalog,
  wanted: readonly string[],
  missing = 'is not installed',
): Catalog {
  const known = catalog.domains.map(({ name }) => name);
  for (const domain of wanted)
    if (!known.includes(domain))
      throw usageError(`--domain ${domain} ${missing}; ${didYouMean(domain, known)}`, '--domain', domain);
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
