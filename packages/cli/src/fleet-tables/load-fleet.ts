import type * as Fleet from '@hostspec/fleet';
import { CatalogError, messageOf } from '@hostspec/spec';
import { installedPackage } from '../catalogs/installed.js';
import { cannotLoad } from '../catalogs/program.js';
import { scope } from '../installation.js';
import type { Io } from '../io.js';
import { loadModule } from '../load-module.js';

const name = `${scope}/fleet`;

/** The package of the fleet that is installed with hostspec. @throws CatalogError if there is none, or it cannot be loaded. */
export async function loadFleet(io: Io): Promise<typeof Fleet> {
  const found = installedPackage(name, undefined, io);
  if (!found)
    throw new CatalogError(
      'INVALID_CATALOG',
      `${name} is not installed with hostspec; install it beside hostspec: npm install ${name}`,
    );
  try {
    return (await loadModule(found.entry)) as typeof Fleet;
  } catch (error) {
    throw cannotLoad(`package ${name}`, messageOf(error), error);
  }
}
