import { resolve } from 'node:path';
import { configPath, readOwnSettings, type Settings } from '../catalogs/settings.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import type { hostOptions } from '../shared-options.js';
import { usageError } from '../usage-error.js';
import { type RedactionOption, redactionSettings } from './redaction-settings.js';

type RedactionValues = Pick<Values<typeof hostOptions>, RedactionOption>;

/** The redaction that the user chose: by options, and for those that were not given, by the configuration. All paths are absolute. */
export interface ChosenRedaction extends RedactionValues {
  /** What names a value in messages: an option, or a setting with its file. */
  subject(option: RedactionOption): string;
  /** Writes a note for the user, which is not an error. */
  note(text: string): void;
}

const files = ['key', 'keywords', 'rules', 'deny'] as const satisfies readonly RedactionOption[];
const all = Object.keys(redactionSettings) as RedactionOption[];

/**
 * Chooses the redaction from the options and the configuration file, of which only the settings in `configurable` count.
 *
 * @throws UsageError if the configuration cannot be read, a value is not allowed, or keywords are given that are not mapped.
 */
export async function chooseRedaction(
  values: RedactionValues & Pick<Values<typeof hostOptions>, 'config'>,
  io: Io,
  configurable: readonly RedactionOption[] = all,
): Promise<ChosenRedaction> {
  const open = configurable.filter((option) => values[option] === undefined);
  const path = open.length === 0 ? undefined : configPath(values.config, io);
  const settings = path === undefined ? {} : await readOwnSettings(path, redactionSettings);
  const configured = open.filter((option) => isSet(settings[option]));
  const chosen: Record<string, unknown> = {};
  for (const option of all) chosen[option] = configured.includes(option) ? settings[option] : values[option];
  for (const option of files)
    if (values[option] !== undefined) chosen[option] = resolve(io.cwd, values[option]);
  const { map } = values;
  if (map !== undefined && map.length > 1 && map.includes('none'))
    throw usageError('--map "none" cannot be combined with other kinds; give one or the other', '--map', map);
  if (map?.[0] === 'none') chosen.map = undefined;
  if (values.keywords !== undefined && chosen.map === undefined)
    throw usageError(
      '--keywords is not allowed without --map; allowed: --map keyword, or --map identity',
      '--keywords',
      values.keywords,
    );
  return {
    ...(chosen as RedactionValues),
    subject: (option) => (configured.includes(option) ? `${path}: ${option}` : `--${option}`),
    note: (text) => void io.err.write(`hostspec: ${text}\n`),
  };
}

/** Whether a setting has another value than its default. */
const isSet = (value: Settings[string] | undefined): boolean =>
  value === true ||
  (typeof value === 'object' && value.length > 0) ||
  (typeof value === 'string' && value !== '');
