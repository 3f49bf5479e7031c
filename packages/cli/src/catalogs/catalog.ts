import { resolve } from 'node:path';
import type { Writers } from '@hostspec/files/trust';
import { checkSettings, configPath, type OptionFile, readConfig, type Settings } from '@hostspec/policy';
import { type Catalog, linuxSecrets } from '@hostspec/spec';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { findingSettings } from '../settings/finding-settings.js';
import { optionChecks } from '../settings/option-settings.js';
import type { catalogOptions } from '../shared-options.js';
import { usageError } from '../usage-error.js';
import { composed, type InstalledOptions, installedCatalog, ofDomains } from './installed.js';
import { checkNamedProgram, defaultVariant, isProgram, runProgram, type VariantName } from './program.js';

/** A catalog with the user's settings. */
export interface LoadedCatalog {
  readonly catalog: Catalog;
  readonly variant: VariantName;
  readonly settings: Settings;
}

/** The options that select a catalog, and specs of it. */
export type CatalogValues = Values<typeof catalogOptions> & {
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
};
type Loaded = Omit<LoadedCatalog, 'settings'>;

/**
 * Loads the catalog that the options select, to print it; with `writers` `root`, to collect with it.
 *
 * @throws UsageError if a name, of --only, --skip or `wanted`, is in a domain that --domain leaves out.
 */
export async function loadCatalog(
  values: CatalogValues,
  io: Io,
  writers: Writers = 'anybody',
  wanted?: string,
): Promise<Loaded> {
  const loaded = await loadSafe(values, io, writers);
  const { domain: domains } = values;
  if (domains === undefined) return loaded;
  const named = (option: string, names: readonly string[] = []) => names.map((name) => ({ option, name }));
  const unknown = [
    ...named('NAME', wanted === undefined ? [] : [wanted]),
    ...named('--only', values.only),
    ...named('--skip', values.skip),
  ].filter(({ name }) => /^\w+$/.test(name) && domainOfName(name, loaded.catalog) === undefined);
  if (unknown.length === 0) return loaded;
  // A domain that cannot be loaded must not hide that the name is unknown here.
  const all = await wholeCatalog(values, io, writers);
  for (const { option, name } of unknown) {
    const own = all && domainOfName(name, all);
    if (own !== undefined) throw otherDomainError(name, option, own, domains);
  }
  return loaded;
}

/** The catalog that the options select, without regard to --domain; undefined if it cannot be loaded. */
export async function wholeCatalog(
  { domain: _, ...others }: CatalogValues,
  io: Io,
  writers: Writers = 'root',
): Promise<Catalog | undefined> {
  const loaded = await loadSafe(others, io, writers).catch(() => undefined);
  return loaded?.catalog;
}

/** The catalog that the options select. A part or an extension of the Linux catalog never collects the secrets that the whole one excludes. */
async function loadSafe(values: CatalogValues, io: Io, writers: Writers): Promise<Loaded> {
  const loaded = await loadChosen(values, io, writers);
  if (loaded.variant !== 'linux') return loaded;
  return { ...loaded, catalog: loaded.catalog.extend({}, { neverCollected: linuxSecrets }) };
}

async function loadChosen(values: CatalogValues, io: Io, writers: Writers): Promise<Loaded> {
  const { catalog: file, variant = defaultVariant, domain: domains, packages } = values;
  if (file === undefined)
    return { catalog: await installedCatalog(io, { variant, domains, packages }), variant };
  const loaded = isProgram(file)
    ? await loadProgram(file, values, io)
    : await loadData(file, values, io, writers);
  return domains ? { ...loaded, catalog: ofDomains(loaded.catalog, domains, `is not in ${file}`) } : loaded;
}

async function loadProgram(
  file: string,
  { variant = defaultVariant, packages }: CatalogValues,
  { cwd }: Io,
): Promise<Loaded> {
  if (packages !== undefined)
    throw usageError(
      `--packages ${packages} is not allowed with --catalog ${file}: a program imports its packages itself`,
      '--packages',
      packages,
    );
  const path = resolve(cwd, file);
  checkNamedProgram(path, '--catalog');
  return { catalog: composed([await runProgram(path, path, variant)]), variant };
}

async function loadData(
  file: string,
  { variant, packages }: CatalogValues,
  io: Io,
  writers: Writers,
): Promise<Loaded> {
  if (variant !== undefined)
    throw usageError(
      `--variant ${variant} is not allowed with --catalog; allowed: "variant: ${variant}" in the file`,
      '--variant',
      variant,
    );
  const { loadCatalogFile } = await import('./catalog-file.js');
  return loadCatalogFile(file, io, { subject: '--catalog', writers, packages });
}

/** Loads the selected catalog and the configured settings, to collect with them. */
export async function loadConfigured(
  values: CatalogValues & { readonly config?: string },
  io: Io,
): Promise<LoadedCatalog> {
  const loaded = await loadCatalog(values, io, 'root');
  const { variant, catalog } = loaded;
  const { config, packages } = values;
  return { ...loaded, settings: await configured(config, catalog.settings, { variant, packages }, io) };
}

/** Checks the configuration file as collect does. @throws UsageError for an unknown setting, or a value that is not allowed. */
export async function checkConfig(config: string | undefined, io: Pick<Io, 'cwd' | 'err'>): Promise<void> {
  await configured(config, {}, {}, io);
}

async function configured(
  config: string | undefined,
  settings: Catalog['settings'],
  installed: InstalledOptions,
  io: Pick<Io, 'cwd' | 'err'>,
): Promise<Settings> {
  const path = configPath(config, io);
  if (path === undefined) return {};
  return readConfig(path, (values, file) => checkValues(values, file, io, settings, installed));
}

/** Checks what a configuration file says, and returns its values of `settings`. @throws UsageError as `checkConfig`. */
export async function checkValues(
  values: ReadonlyMap<string, unknown>,
  file: OptionFile,
  io: Pick<Io, 'cwd' | 'err'>,
  settings: Catalog['settings'] = {},
  installed: InstalledOptions = {},
): Promise<Settings> {
  const others = async (): Promise<Catalog['settings'] | undefined> =>
    (await installedCatalog(io, installed).catch(() => undefined))?.settings;
  return checkSettings(values, file, settings, others, { ...optionChecks, ...findingSettings });
}

/** The names of a catalog's specs and values, each with its domain. */
interface DomainNames {
  readonly domainOf: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, { readonly domain: string }>>;
}

/** The domain of a name; undefined if the catalog does not have it. */
function domainOfName(name: string, { domainOf, values }: DomainNames): string | undefined {
  if (Object.hasOwn(domainOf, name)) return domainOf[name];
  return Object.hasOwn(values, name) ? values[name]?.domain : undefined;
}

/** The error for a name that --domain leaves out. */
function otherDomainError(name: string, subject: string, own: string, domains: readonly string[]): Error {
  const words = subject === 'NAME' ? JSON.stringify(name) : `${subject} ${name}`;
  return usageError(
    `${words} is in domain ${own}, which --domain ${domains.join(',')} leaves out; add it: --domain ${[...domains, own].join(',')}`,
    subject,
    name,
  );
}
