import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Catalog, didYouMean, type SettingValue, settingProblem } from '@hostspec/spec';
import type { Io } from '../io.js';
import { readWithPositions } from '../load/plain-json.js';
import { type Position, problemLines } from '../load/problem-lines.js';
import { redactionSettings } from '../load/redaction-settings.js';
import type { OptionFile, YamlFile } from '../load/yaml-file.js';
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

/** Reads the values of these settings, and leaves all others out. @throws UsageError as `readSettings`. */
export async function readOwnSettings(path: string, settings: Catalog['settings']): Promise<Settings> {
  return readWithPositions(path, '--config', async (file) => {
    const own = entriesOf(file).filter(([name]) => Object.hasOwn(settings, name));
    for (const [name, value] of own) checkSetting(file, settings, name, value);
    return Object.fromEntries(own) as Settings;
  });
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
  return readWithPositions(path, '--config', async (file) => {
    const entries = entriesOf(file);
    const own = { ...redactionSettings, ...settings };
    const known = entries.every(([name]) => Object.hasOwn(own, name)) ? own : { ...(await others()), ...own };
    for (const [name, value] of entries) checkSetting(file, known, name, value);
    // A plan accepts only settings of its own catalog.
    return Object.fromEntries(entries.filter(([name]) => Object.hasOwn(settings, name))) as Settings;
  });
}

function entriesOf({ value, refuse }: OptionFile): readonly (readonly [string, unknown])[] {
  if (value === null) return [];
  if (typeof value !== 'object' || Array.isArray(value))
    throw refuse([], 'contains no settings; allowed: a line "NAME: VALUE" for each setting');
  return Object.entries(value);
}

function checkSetting(file: YamlFile, settings: Catalog['settings'], name: string, value: unknown): void {
  const refusal = (position: Position, message: string, refused: unknown): Error =>
    usageError(problemLines(file.path, [{ position, message }]), name, refused);
  const setting = Object.hasOwn(settings, name) ? settings[name] : undefined;
  if (!setting)
    throw refusal(
      file.atKey([name]),
      `no setting is named ${JSON.stringify(name)}; ${didYouMean(name, Object.keys(settings))}`,
      value,
    );
  const found = settingProblem(setting, value);
  if (!found) return;
  const keys = found.index === undefined ? [name] : [name, found.index];
  throw refusal(
    file.at(keys),
    `setting ${name} is ${JSON.stringify(found.value)}; ${found.problem}`,
    found.value,
  );
}
