import { defaultConfigPath, type RedactionSetting, redactionSettings } from '@hostspec/policy';
import { type Catalog, type SettingValue, settingKind } from '@hostspec/spec';
import { type CatalogValues, loadCatalog } from '../catalogs/catalog.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import { allowedOf } from '../options.js';
import { optionSettings } from '../settings/option-settings.js';
import { hostOptions } from '../shared-options.js';
import { wrapWide } from '../width.js';

/** Prints every setting with its default, as YAML in which every line is a comment. */
export async function printConfig(values: CatalogValues, io: Io): Promise<number> {
  const { catalog } = await loadCatalog(values, io);
  io.out.write(configText([...ofRun, ...ofRedaction(), ...ofFindings, ...sorted(catalog.settings)]));
  return exitStatus.done;
}

const width = 98;

/** A setting as it is printed. */
interface Described {
  readonly name: string;
  readonly doc: string;
  readonly default: SettingValue | Readonly<Record<string, never>>;
  /** The values that it takes, in words. */
  readonly kind: string;
}

/** The settings of redaction, described as the options of the same name. */
const ofRedaction = (): readonly Described[] =>
  (Object.keys(redactionSettings) as RedactionSetting[]).map((name) => {
    const setting = redactionSettings[name];
    return {
      name,
      default: setting.default,
      doc: hostOptions[name].doc,
      kind: setting.check ? 'an absolute path; empty for the default' : settingKind(setting),
    };
  });

/** The settings that are options of a run, described as these. */
const ofRun: readonly Described[] = Object.entries(optionSettings).map(([name, option]) => ({
  name,
  default: option.kind === 'list' ? [] : '',
  doc: option.doc,
  kind: `${allowedOf(option)}; empty for the default`,
}));

const ofFindings: readonly Described[] = [
  {
    name: 'findings',
    default: [],
    doc: 'Files and directories with findings of your own, for hostspec check, summary, report and diff. Absolute paths',
    kind: 'a list of strings',
  },
  {
    name: 'finding-changes',
    default: {},
    doc: 'Findings that are not looked for, or have another severity, by id or glob, such as storage/raid_degraded: { skip: true, reason: WHY } or { severity: notice, reason: WHY }',
    kind: 'a mapping',
  },
];

const sorted = (settings: Catalog['settings']): readonly Described[] =>
  Object.values(settings)
    .map((setting) => ({ ...setting, kind: settingKind(setting) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Settings as commented YAML. */
function configText(settings: readonly Described[]): string {
  const head = comment(
    `Configuration of hostspec, read from ${defaultConfigPath} or the file named with --config. All values here are the defaults. To change a setting, remove the # before its lines. Options on the command line win over settings of the same name.`,
  );
  const texts = settings.map(
    (each) => `${comment(`${each.doc}. Allowed: ${each.kind}.`)}\n${commented(each)}`,
  );
  return `${[head, ...texts].join('\n\n')}\n`;
}

function comment(text: string): string {
  return wrapWide(text, width)
    .map((line) => `# ${line}`)
    .join('\n');
}

function commented({ name, default: value }: Described): string {
  if (!Array.isArray(value)) return `#${name}: ${JSON.stringify(value)}`;
  if (value.length === 0) return `#${name}: []`;
  return [`#${name}:`, ...value.map((item) => `#  - ${JSON.stringify(item)}`)].join('\n');
}
