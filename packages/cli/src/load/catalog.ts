import type { Catalog } from '@hostspec/spec';
import type { Settings } from '../config/settings.js';
import { configPath, readSettings } from '../config/settings.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import type { VariantName } from './installed.js';
import { installedCatalog } from './installed.js';
import type { catalogOptions } from './options.js';

/** A catalog with what the user configured for it. */
export interface LoadedCatalog {
  readonly catalog: Catalog;
  readonly variant: VariantName;
  readonly settings: Settings;
}

/** Loads the catalog that the options ask for. */
export async function loadCatalog(
  { variant = 'b', domain: domains }: Values<typeof catalogOptions>,
  io: Io,
): Promise<Omit<LoadedCatalog, 'settings'>> {
  return { catalog: await installedCatalog(io, { variant, domains }), variant };
}

/** Loads the catalog that the options ask for, and the settings that are configured. */
export async function loadConfigured(
  values: Values<typeof catalogOptions> & { readonly config?: string },
  io: Io,
): Promise<LoadedCatalog> {
  const loaded = await loadCatalog(values, io);
  const path = configPath(values.config, io);
  if (path === undefined) return { ...loaded, settings: {} };
  const { domain: _, ...whole } = values;
  const others = async (): Promise<Catalog['settings']> => (await loadCatalog(whole, io)).catalog.settings;
  return { ...loaded, settings: await readSettings(path, loaded.catalog.settings, others) };
}
