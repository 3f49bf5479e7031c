import { resolve } from 'node:path';
import {
  configPath,
  openPolicy,
  type Policy,
  type PolicyOptions,
  type RedactionSetting,
  readPolicyOptions,
  redactionSettings,
} from '@hostspec/policy';
import type { Io } from './io.js';
import type { Values } from './options.js';
import type { hostOptions } from './shared-options.js';
import { usageError } from './usage-error.js';

type PolicyValues = Pick<Values<typeof hostOptions>, RedactionSetting | 'config'>;

/** The options of a policy, as options of the command line or the configuration file gave them. */
export type ChosenPolicy = PolicyOptions & Required<Pick<PolicyOptions, 'subject'>>;

const propertyOf = {
  map: 'map',
  'map-list': 'mapList',
  key: 'key',
  keywords: 'keywords',
  rules: 'rules',
  deny: 'deny',
} as const satisfies Partial<Record<RedactionSetting, keyof PolicyOptions>>;

type FileSetting = Exclude<keyof typeof propertyOf, 'map'>;

const all = Object.keys(redactionSettings) as RedactionSetting[];

/**
 * Takes the policy from the options, and from the configuration file what they leave open, of the settings in `configurable`.
 *
 * @throws UsageError if the configuration cannot be read, a value is not allowed, or keywords are given that are not mapped.
 */
export async function choosePolicy(
  values: PolicyValues,
  io: Io,
  configurable: readonly RedactionSetting[] = all,
): Promise<ChosenPolicy> {
  const open = configurable.filter((setting) => values[setting] === undefined);
  const path = open.length === 0 ? undefined : configPath(values.config, io);
  const configured = path === undefined ? {} : await readPolicyOptions(path, open);
  const file = (setting: FileSetting): string | undefined =>
    values[setting] === undefined ? configured[propertyOf[setting]] : resolve(io.cwd, values[setting]);
  const { 'keep-secrets': keepSecrets = configured.keepSecrets, map = configured.map, keywords } = values;
  if (map !== undefined && map.length > 1 && map.includes('none'))
    throw usageError('--map "none" cannot be combined with other kinds; give one or the other', '--map', map);
  const kinds = map?.[0] === 'none' ? undefined : map;
  if (values['map-list'] !== undefined && kinds === undefined)
    throw usageError(
      '--map-list is not allowed without --map; allowed: --map gdpr, or other kinds',
      '--map-list',
      values['map-list'],
    );
  if (keywords !== undefined && kinds === undefined)
    throw usageError(
      '--keywords is not allowed without --map; allowed: --map keyword, or --map identity',
      '--keywords',
      keywords,
    );
  return {
    keepSecrets,
    map: kinds,
    mapList: file('map-list'),
    key: file('key'),
    keywords: file('keywords'),
    rules: file('rules'),
    deny: file('deny'),
    subject: (setting) =>
      setting !== 'keep-secrets' && configured[propertyOf[setting]] !== undefined
        ? `${path}: ${setting}`
        : `--${setting}`,
    note: (text) => void io.err.write(`hostspec: ${text}\n`),
  };
}

/** Opens the policy that was chosen. @throws UsageError as `choosePolicy` and `openPolicy`. */
export const openChosenPolicy = async (values: PolicyValues, io: Io): Promise<Policy> =>
  openPolicy(await choosePolicy(values, io));
