import { type DeniedHere, unknownDenials } from '@hostspec/policy';
import type { Catalog } from '@hostspec/spec';
import type { Io } from '../io.js';
import { printable } from '../text.js';
import { type CatalogValues, wholeCatalog } from './catalog.js';

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
