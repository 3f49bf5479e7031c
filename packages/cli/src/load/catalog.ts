import type { Catalog } from '@hostspec/spec';
import type { Settings } from '../config/settings.js';
import { configPath, readSettings } from '../config/settings.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { usageError } from '../usage-error.js';
import type { VariantName } from './installed.js';
import { installedCatalog, ofDomains } from './installed.js';
import type { catalogOptions } from './options.js';

/** A catalog with what the user configured for it. */
export interface LoadedCatalog {
  readonly catalog: Catalog;
  readonly variant: VariantName;
  readonly settings: Settings;
}

/** Loads the catalog that the options ask for. */
export async function loadCatalog(
  { catalog: file, variant, domain: domains }: Values<typeof catalogOptions>,
  io: Io,
): Promise<Omit<LoadedCatalog, 'settings'>> {
  if (file === undefined)
    return { catalog: await installedCatalog(io, { variant, domains }), variant: variant ?? 'b' };
  if (variant !== undefined)
    throw usageError(
      `--variant ${variant} is not allowed with --catalog; allowed: "variant: ${variant}" in the file`,
      '--variant',
      variant,
    );
  const { loadCatalogFile } = await import('../catalog-file/load.js');
  const loaded = await loadCatalogFile(file, io);
  return {
    ...loaded,
    catalog: domains ? ofDomains(loaded.catalog, domains, `is not in ${file}`) : loaded.catalog,
  };
}

/** Loads the catalog that the options ask for, and the settings that are configured. */
export async function loadConfigured(
  values: Values<typeof catalogOptions> & { readonly config?: string },
  io: Io,
): Promise<LoadedCatalog> {
  const loaded = await loadCatalog(values, io);
  const path = configPath(values.config, io);
  if (path === undefined) return { ...loaded, settings: {} };
  const { variant } = loaded;
  const others = async (): Promise<Catalog['settings']> => {
    const all = await installedCatalog(io, { variant }).catch(() => undefined);
    return all?.settings ?? {};
  };
  return { ...loaded, settings: await readSettings(path, loaded.catalog.settings, others) };
}
