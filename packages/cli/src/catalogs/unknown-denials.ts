import { type Catalog, nameMatcher, nearest } from '@hostspec/spec';
import type { Io } from '../io.js';
import { type DeniedHere, specName } from '../load/denials.js';
import { printable } from '../text.js';
import { type CatalogValues, wholeCatalog } from './catalog.js';

/** A message for each name of specs, or glob, in files of denials that no spec of a catalog matches. */
export function unknownDenials(
  { files }: Pick<DeniedHere, 'files'>,
  { specs }: Pick<Catalog, 'specs'>,
): string[] {
  const names = Object.keys(specs);
  return files.flatMap(({ path, specs: written }) =>
    written.flatMap((each) => {
      const wanted = specName(each);
      if (names.some(nameMatcher(wanted))) return [];
      const meant = nearest(wanted, names);
      const hint =
        meant.length > 0 ? `did you mean ${meant.join(' or ')}?` : 'hostspec catalog lists all names';
      return `${path}: no spec of this catalog matches ${JSON.stringify(each)}, so it leaves out nothing; ${hint}`;
    }),
  );
}

/**
 * Warns of the names in files of denials that no spec matches, in `catalog` or in the domains that the options left out of it. If
 * those cannot be loaded, there is no warning: they may have the names.
 */
export async function warnOfUnknownDenials(
  denied: Pick<DeniedHere, 'files'> | undefined,
  catalog: Catalog,
  values: CatalogValues,
  io: Io,
): Promise<void> {
  let unknown = denied === undefined ? [] : unknownDenials(denied, catalog);
  if (denied !== undefined && unknown.length > 0 && values.domain !== undefined) {
    const whole = await wholeCatalog(values, io);
    unknown = whole === undefined ? [] : unknownDenials(denied, whole);
  }
  for (const message of unknown) io.err.write(`hostspec: warning: ${printable(message)}\n`);
}
