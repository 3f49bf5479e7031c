import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { available, type Catalog, type SettingValue, settingProblem } from '@hostspec/spec';
import type { Io } from '../io.js';
import type { YamlFile } from '../load/yaml-file.js';
import { usageError } from '../usage-error.js';

/** The configuration file that is read if no other is named. */
export const defaultConfigPath = '/etc/hostspec/config.yaml';

/** Values of settings by name, as the user configured them. */
export type Settings = Readonly<Record<string, SettingValue>>;

/** The path of the configuration file; undefined if there is none. */
export function configPath(option: string | undefined, { cwd }: Io): string | undefined {
  if (option !== undefined) return resolve(cwd, option);
  return existsSync(defaultConfigPath) ? defaultConfigPath : undefined;
}

/**
 * Reads the values of settings; `others` returns the settings of domains that are installed but not in use.
 *
 * @throws UsageError that names file, line, setting, value and the allowed values.
 */
export async function readSettings(
  path: string,
  settings: Catalog['settings'],
  others: () => Promise<Catalog['settings']> = async () => ({}),
): Promise<Settings> {
  const { readYamlFile } = await import('../load/yaml-file.js');
  const file = readYamlFile(path, {
    subject: '--config',
    writers: 'root',
    refuse: (place, problem) => usageError(`${place}: ${problem}`, '--config', path),
  });
  if (file.value === null) return {};
  if (typeof file.value !== 'object' || Array.isArray(file.value))
    throw usageError(
      `${file.at([])}: contains no settings; allowed: a line "NAME: VALUE" for each setting`,
      '--config',
      path,
    );
  const entries = Object.entries(file.value as Readonly<Record<string, unknown>>);
  const known = entries.every(([name]) => Object.hasOwn(settings, name))
    ? settings
    : { ...(await others()), ...settings };
  for (const [name, value] of entries) checkSetting(file, known, name, value);
  // A plan accepts only settings of its own catalog.
  return Object.fromEntries(entries.filter(([name]) => Object.hasOwn(settings, name))) as Settings;
}

function checkSetting(file: YamlFile, settings: Catalog['settings'], name: string, value: unknown): void {
  const setting = Object.hasOwn(settings, name) ? settings[name] : undefined;
  if (!setting)
    throw usageError(
      `${file.atKey([name])}: no setting is named ${JSON.stringify(name)}; available: ${available(Object.keys(settings), name)}`,
      name,
      value,
    );
  const found = settingProblem(setting, value);
  if (!found) return;
  const keys = found.index === undefined ? [name] : [name, found.index];
  throw usageError(
    `${file.at(keys)}: setting ${name} is ${JSON.stringify(found.value)}; ${found.problem}`,
    name,
    found.value,
  );
}
