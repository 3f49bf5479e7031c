import type { Plan } from '@hostspec/engine';
import { configPath, type OptionFile, readConfig, type SettingCheck } from '@hostspec/policy';
import { messageOf } from '@hostspec/spec';
import type { Io } from '../io.js';
import { type Option, parseValue, type Values } from '../options.js';
import { options as collectOptions } from '../runs/collect-options.js';
import { catalogOptions, limitOptions } from '../shared-options.js';

const { format, jobs } = collectOptions;

/** The options of a run that a configuration file can set. */
export const optionSettings = { domain: catalogOptions.domain, format, jobs, ...limitOptions } as const;

type OptionSetting = keyof typeof optionSettings;

const isOptionSetting = (name: string): name is OptionSetting => Object.hasOwn(optionSettings, name);

/** The value of an option in a configuration file; undefined if that is nothing, which means the default. @throws the error of the option, with the place of the value. */
function optionValue(name: OptionSetting, value: unknown, file: OptionFile): unknown {
  const option: Option = optionSettings[name];
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return undefined;
  const isList = option.kind === 'list' && Array.isArray(value);
  const text = isList ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value);
  try {
    return parseValue(name, option, text);
  } catch (error) {
    throw file.refuse([name], messageOf(error));
  }
}

type Given = Values<typeof optionSettings> & {
  readonly [K in 'config' | 'catalog']?: string;
} & { readonly only?: readonly string[]; readonly polite?: boolean };

/**
 * Adds what the configuration file says to options that were not given. Domains are left out if the options name specs, a plan or a
 * catalog of their own, and jobs with `--polite`, which runs one at a time.
 *
 * @throws UsageError for a value that the option would refuse.
 */
export async function withSettings<V extends Given>(values: V, io: Io, plan?: Plan): Promise<V> {
  const path = configPath(values.config, io);
  if (path === undefined) return values;
  const isNamed = (values.only ?? values.catalog ?? plan) !== undefined;
  const isLeftOut = { domain: isNamed, jobs: values.polite } as Readonly<Record<string, boolean | undefined>>;
  const configured = await readConfig(path, async (settings, file) =>
    [...settings].flatMap(([name, value]) =>
      isOptionSetting(name) ? [[name, optionValue(name, value, file)] as const] : [],
    ),
  );
  const used = configured.filter(([name, value]) => value !== undefined && !isLeftOut[name]);
  return { ...Object.fromEntries(used), ...values };
}

/** The settings that are options of a run, each with what checks its value. */
export const optionChecks: Readonly<Record<string, SettingCheck>> = Object.fromEntries(
  (Object.keys(optionSettings) as OptionSetting[]).map((name) => [
    name,
    (value, file) => void optionValue(name, value, file),
  ]),
);
