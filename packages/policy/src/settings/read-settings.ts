import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { usageError } from '@hostspec/host-kit';
import { type Catalog, didYouMean, type Setting, type SettingValue, settingProblem } from '@hostspec/spec';
import type { PolicyOptions } from '../options.js';
import { type RedactionSetting, redactionSettings } from '../options.js';
import { readWithPositions } from '../yaml/plain-json.js';
import { type Position, problemLines } from '../yaml/problem-lines.js';
import type { OptionFile, YamlFile } from '../yaml/yaml-file.js';

/** The configuration file that is read by default. */
export const defaultConfigPath = '/etc/hostspec/config.yaml';

/** Configured values of settings, by name. */
export type Settings = Readonly<Record<string, SettingValue>>;

/** The path of the configuration file; undefined if there is none. */
export function configPath(
  option: string | undefined,
  { cwd }: { readonly cwd: string },
): string | undefined {
  if (option !== undefined) return resolve(cwd, option);
  return existsSync(defaultConfigPath) ? defaultConfigPath : undefined;
}

/**
 * The `wanted` options of a policy that a configuration file sets to other values than their defaults.
 *
 * @throws UsageError as `checkSettings`, for settings of redaction. Others are not checked.
 */
export async function readPolicyOptions(
  path: string,
  wanted: readonly RedactionSetting[] = Object.keys(redactionSettings) as RedactionSetting[],
): Promise<PolicyOptions> {
  const settings = await readWithPositions(path, '--config', async (file) => {
    const own = entriesOf(file).filter(([name]) => Object.hasOwn(redactionSettings, name));
    for (const [name, value] of own) checkSetting(file, redactionSettings, name, value);
    return Object.fromEntries(own) as Settings;
  });
  const {
    'keep-secrets': keepSecrets,
    'map-list': mapList,
    ...others
  } = Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) => wanted.includes(name as RedactionSetting) && isSet(value),
    ),
  );
  return {
    ...(others as PolicyOptions),
    ...(keepSecrets === true && { keepSecrets }),
    ...(typeof mapList === 'string' && { mapList }),
    subject: (setting) => `${path}: ${setting}`,
  };
}

const isSet = (value: SettingValue): boolean => value === true || (value !== false && value.length > 0);

/**
 * Reads values of a configuration file with `read`, and does not check others. @throws UsageError if it is not such a file; the errors of
 * `read`.
 */
export async function readConfig<T>(
  path: string,
  read: (values: ReadonlyMap<string, unknown>, file: OptionFile) => Promise<T>,
): Promise<T> {
  return readWithPositions(path, '--config', async (file) => read(new Map(entriesOf(file)), file));
}

/** Checks a setting that belongs to no catalog. @throws the error of `refuse` of the file. */
export type SettingCheck = (value: unknown, file: OptionFile) => void | Promise<void>;

/**
 * Checks all values of a configuration file, and returns those of `settings`. `others` returns the settings of installed domains that are not
 * in use. If no domain can be loaded, it returns undefined, and any name may be that of a domain's setting. `ofCommand` has checks for
 * settings that belong to no catalog.
 *
 * @throws UsageError that names file, line, setting, value and the allowed values.
 */
export async function checkSettings(
  values: ReadonlyMap<string, unknown>,
  file: OptionFile,
  settings: Catalog['settings'],
  others: () => Promise<Catalog['settings'] | undefined>,
  ofCommand: Readonly<Record<string, SettingCheck>>,
): Promise<Settings> {
  const own = { ...redactionSettings, ...settings };
  const isKnown = (name: string): boolean => Object.hasOwn(own, name) || Object.hasOwn(ofCommand, name);
  const further = [...values.keys()].every(isKnown) ? {} : await others();
  for (const [name, value] of values)
    if (Object.hasOwn(ofCommand, name)) await ofCommand[name]?.(value, file);
    else if (further !== undefined || isKnown(name))
      checkSetting(file, { ...further, ...own }, name, value, Object.keys(ofCommand));
  // A plan accepts only settings of its own catalog.
  return Object.fromEntries([...values].filter(([name]) => Object.hasOwn(settings, name))) as Settings;
}

function entriesOf({ value, refuse }: OptionFile): readonly (readonly [string, unknown])[] {
  if (value === null) return [];
  if (typeof value !== 'object' || Array.isArray(value))
    throw refuse([], 'contains no settings; allowed: a line "NAME: VALUE" for each setting');
  return Object.entries(value);
}

/**
 * Checks the value of a setting. `others` are further known names. @throws UsageError that names file, line, setting, value and the allowed
 * values.
 */
export function checkSetting(
  file: YamlFile,
  settings: Readonly<Record<string, Pick<Setting, 'default' | 'check'>>>,
  name: string,
  value: unknown,
  others: readonly string[] = [],
): void {
  const refusal = (position: Position, message: string, refused: unknown): Error =>
    usageError(problemLines(file.path, [{ position, message }]), name, refused);
  const setting = Object.hasOwn(settings, name) ? settings[name] : undefined;
  if (!setting)
    throw refusal(
      file.atKey([name]),
      `no setting is named ${JSON.stringify(name)}; ${didYouMean(name, [...Object.keys(settings), ...others], 'hostspec config')}`,
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
