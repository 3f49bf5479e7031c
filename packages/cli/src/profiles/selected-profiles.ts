import type { Profile } from '@hostspec/engine';
import { type Catalog, didYouMean, nameMatcher } from '@hostspec/spec';
import { type CatalogValues, wholeCatalog } from '../catalogs/catalog.js';
import type { Io } from '../io.js';
import { usageError } from '../usage-error.js';
import type { FoundProfile } from './find-profile.js';

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
