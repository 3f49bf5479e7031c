import { posix } from 'node:path';
import { fstab } from '@hostspec/facts';
import { defineProvider, type Host, listOr, nothing, type Provider, type Setting } from '@hostspec/spec';
import * as settings from './settings.js';

const fstabDirs = 'fstab_mounted.dirs';

/** The paths sorted and distinct, with a second, missing target if `ls` would otherwise print no heading. */
export function listingTargets(paths: readonly string[], recursive = false): readonly string[] {
  const targets = [...new Set(paths)].sort();
  return targets.length === 1 && !recursive ? [...targets, '_non_existing_'] : targets;
}

/** A provider of the paths in a setting; with `R`, for a recursive listing. */
function listing<const N extends string>(
  name: N,
  dirs: Setting<readonly string[]>,
  recursive?: 'R',
): Provider<N, 'arguments'> {
  const heading = recursive
    ? ''
    : ' One target alone is followed by `_non_existing_`, so that ls prints a heading.';
  return defineProvider({
    name,
    doc: `The directories in the setting \`${dirs.name}\`, sorted and distinct, one argument each.${heading}`,
    yields: 'arguments',
    evaluate: ({ setting }) =>
      listOr(listingTargets(setting(dirs), recursive !== undefined), `the setting ${dirs.name} is empty`),
  });
}

/** What `ls -la` lists. */
export const listWithLa = listing('list_with_la', settings.lsLaDirs);

/** What `ls -la` lists apart from the others. */
export const listWithLaFiltered = listing('list_with_la_filtered', settings.lsLaFilteredDirs);

/** What `ls -lan` lists apart from the others. */
export const listWithLanFiltered = listing('list_with_lan_filtered', settings.lsLanFilteredDirs);

/** What `ls -lanL` lists. */
export const listWithLanL = listing('list_with_lanL', settings.lsLanLDirs);

/** What `ls -laZ` lists. */
export const listWithLaZ = listing('list_with_laZ', settings.lsLaZDirs);

/** What `ls -lanR` lists. */
export const listWithLanR = listing('list_with_lanR', settings.lsLanRDirs, 'R');

/** What `ls -lanRL` lists. */
export const listWithLanRL = listing('list_with_lanRL', settings.lsLanRLDirs, 'R');

/** What `ls -laRZ` lists. */
export const listWithLaRZ = listing('list_with_laRZ', settings.lsLaRZDirs, 'R');

/** What `ls -lan` lists. */
export const listWithLan = mountListing(
  'list_with_lan',
  'The directories in the setting `ls_lan_dirs`, sorted and distinct. `fstab_mounted.dirs` means the parent directories of the mount points in /etc/fstab, and is left out if that file cannot be read (the reference implementation then passes the word to ls). A single target is followed by `_non_existing_`; the reference implementation counts targets before it replaces the word.',
  settings.lsLanDirs,
  posix.dirname,
);

/** What `ls -ldZ` shows. */
export const listWithLdZ = mountListing(
  'list_with_ldZ',
  'The paths in the setting `ls_ldZ_items`, sorted and distinct. `fstab_mounted.dirs` means the mount points in /etc/fstab, and is left out if that file cannot be read. A single target is followed by `_non_existing_`. In the reference implementation it depends on chance whether the word is replaced.',
  settings.lsLdZItems,
  (path) => path,
);

/** A provider of the paths in a setting, one of which can stand for mount points, or for what `replacement` makes of each. */
function mountListing<const N extends string>(
  name: N,
  doc: string,
  items: Setting<readonly string[]>,
  replacement: (mountPoint: string) => string,
): Provider<N, 'arguments'> {
  return defineProvider({
    name,
    doc,
    yields: 'arguments',
    async evaluate({ host, setting }) {
      const listed = setting(items);
      if (listed.length === 0) return nothing(`the setting ${items.name} is empty`);
      const paths = await withMountPoints(host, listed, replacement);
      return listOr(listingTargets(paths), '/etc/fstab has no mount point');
    },
  });
}

async function withMountPoints(
  host: Host,
  items: readonly string[],
  replacement: (mountPoint: string) => string,
): Promise<string[]> {
  if (!items.includes(fstabDirs)) return [...items];
  const points = ((await fstab(host)) ?? []).map(({ path }) => path).filter((path) => path.startsWith('/'));
  const clean = points.map((path) => posix.resolve(path));
  return [...items.filter((item) => item !== fstabDirs), ...clean.map(replacement)];
}
