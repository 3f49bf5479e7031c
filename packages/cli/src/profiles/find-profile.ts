import { join, resolve } from 'node:path';
import type { Profile } from '@hostspec/engine';
import { readNamedText, readRegularText, useNamed } from '@hostspec/files/trust';
import { type Catalog, didYouMean, nameMatcher } from '@hostspec/spec';
import { type CatalogValues, wholeCatalog } from '../catalogs/catalog.js';
import { installedPackage, linuxPackage } from '../catalogs/installed.js';
import { whyNotRun } from '../installation.js';
import type { Io } from '../io.js';
import { usageError } from '../usage-error.js';
import { type ProfileFile, readProfile } from './profile-file.js';
import { ending, profileFolder, profilesIn } from './profile-names.js';

const maxBytes = 4 * 1024 * 1024;

/** A profile that was found. */
export interface FoundProfile extends ProfileFile {
  /** Whether it came with the catalog for all of Linux, of which a catalog may have only a part. */
  readonly isShipped: boolean;
}

/**
 * Finds the profile that an option names: a file by its path, one of the catalog for all of Linux, or that of an installed package.
 *
 * @throws UsageError if there is none, it is not valid, or root must not trust it.
 */
export function findProfile(name: string, packages: string | undefined, io: Io): FoundProfile {
  if (isPath(name)) {
    const path = resolve(io.cwd, name);
    return { ...readProfile(path, readNamedText(path, '--profile', 'root')), isShipped: false };
  }
  const shipped = shippedProfiles(packages, io);
  if (shipped?.names.includes(name)) return { ...readInstalled(shipped.pathOf(name)), isShipped: true };
  const found = installedPackage(name, packages, io);
  if (found) return { ...readInstalled(join(found.path, `profile${ending}`)), isShipped: false };
  const known = shipped
    ? didYouMean(name, shipped.names)
    : `install ${linuxPackage}, which has the profiles of hostspec`;
  throw usageError(
    `--profile ${name} is neither a profile of hostspec nor an installed package, and a file is written as ./${name}${name.includes('.') ? '' : ending}; ${known}`,
    '--profile',
    name,
  );
}

function isPath(name: string): boolean {
  return /^[./~]|^[^@].*\/|\.(ya?ml|json)$/.test(name);
}

function shippedProfiles(packages: string | undefined, io: Io) {
  const found = installedPackage(linuxPackage, packages, io);
  if (!found) return undefined;
  const folder = join(found.path, profileFolder);
  return { names: profilesIn(folder), pathOf: (name: string) => join(folder, `${name}${ending}`) };
}

/** A file that an installation brought is trusted as its code is. */
function readInstalled(path: string): ProfileFile {
  const text = useNamed(path, '--profile', whyNotRun, () => readRegularText(path, maxBytes));
  return readProfile(path, text);
}

/**
 * The profiles for a catalog: without what a shipped one, or `--domain`, has beyond it.
 *
 * @throws UsageError for a name that no spec or domain has, and if the profiles select nothing of the catalog.
 */
export async function selectedProfiles(
  profiles: readonly FoundProfile[],
  catalog: Catalog,
  values: CatalogValues,
  io: Io,
): Promise<readonly Profile[]> {
  const { selectionOf } = await import('@hostspec/engine');
  const known = await Promise.all(profiles.map((found) => knownIn(catalog, found, values, io)));
  const selections = known.map(selectionOf);
  const isSelected = ([name, domain]: readonly [string, string]): boolean =>
    selections.some((selects) => selects(name, domain) !== 'no');
  if (!Object.entries(catalog.domainOf).some(isSelected)) {
    const names = known.map(({ name }) => name).join(',');
    throw usageError(
      `--profile ${names} selects no spec of this catalog; hostspec catalog lists its specs`,
      '--profile',
      names,
    );
  }
  return known;
}

async function knownIn(
  catalog: Catalog,
  { profile, isShipped, refuse }: FoundProfile,
  values: CatalogValues,
  io: Io,
): Promise<Profile> {
  let known: Known = namesOf(catalog);
  const unknown = unknownIn(profile, known);
  if (unknown.length === 0) return profile;
  if (!isShipped && values.domain !== undefined) {
    const whole = await wholeCatalog(values, io);
    if (whole) known = namesOf(whole);
  }
  const [wrong] = isShipped ? [] : unknownIn(profile, known);
  if (wrong) {
    const { key, index, name } = wrong;
    const what = key === 'domains' ? 'domain' : 'spec';
    throw refuse(
      [key, index],
      `${key} ${JSON.stringify(name)} matches no ${what} of the catalog; ${didYouMean(name, known[key], 'hostspec catalog')}`,
    );
  }
  const beyond = new Set(unknown.map(({ key, name }) => `${key} ${name}`));
  const lists = keys.flatMap((key) => {
    const list = profile[key];
    return list === undefined ? [] : [[key, list.filter((name) => !beyond.has(`${key} ${name}`))]];
  });
  return { ...profile, ...Object.fromEntries(lists) };
}

const keys = ['domains', 'pick', 'skip'] as const;

/** What each list of a profile can name. */
type Known = Readonly<Record<(typeof keys)[number], readonly string[]>>;

function namesOf({ specs, domains }: Catalog): Known {
  const names = Object.keys(specs);
  return { domains: domains.map(({ name }) => name), pick: names, skip: names };
}

function unknownIn(profile: Profile, known: Known) {
  return keys.flatMap((key) =>
    (profile[key] ?? []).flatMap((name, index) => {
      const matches = key === 'domains' ? (each: string) => each === name : nameMatcher(name);
      return known[key].some(matches) ? [] : [{ key, index, name }];
    }),
  );
}
