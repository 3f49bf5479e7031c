import { checkSettings, defaultConfigPath, type RedactionSetting, redactionSettings } from '@hostspec/policy';
import { type Catalog, type Setting, settingKind } from '@hostspec/spec';
import { loadCatalog } from '../catalogs/catalog.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { hostOptions } from '../shared-options.js';
import { wrapWide } from '../width.js';
import type { options } from './options.js';

/** Prints every setting with its default, as YAML in which every line is a comment. */
export async function printConfig(values: Values<typeof options>, io: Io): Promise<number> {
  const { catalog } = await loadCatalog(values, io);
  io.out.write(configText([...ofRedaction(), ofCheck, ...sorted(catalog.settings)]));
  return exitStatus.done;
}

const width = 98;

/** The settings of redaction, described as the options of the same name. */
const ofRedaction = (): readonly Setting[] =>
  (Object.keys(redactionSettings) as RedactionSetting[]).map((name) => {
    const path = redactionSettings[name].check ? '. An absolute path, or nothing for the default' : '';
    return { ...redactionSettings[name], name, doc: `${hostOptions[name].doc}${path}` };
  });

const ofCheck: Setting = {
  ...checkSettings.findings,
  name: 'findings',
  doc: 'Files and directories with findings of your own, which hostspec check looks for too. Absolute paths',
};

const sorted = (settings: Catalog['settings']): readonly Setting[] =>
  Object.values(settings).toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Settings as commented YAML. */
function configText(settings: readonly Setting[]): string {
  const head = comment(
    `Configuration of hostspec, read from ${defaultConfigPath} or the file named with --config. All values here are the defaults. To change a setting, remove the # before its lines. Options on the command line win over settings of the same name.`,
  );
  return `${[head, ...settings.map(settingText)].join('\n\n')}\n`;
}

function settingText(setting: Setting): string {
  return `${comment(`${setting.doc} (${settingKind(setting)}).`)}\n${commented(setting)}`;
}

function comment(text: string): string {
  return wrapWide(text, width)
    .map((line) => `# ${line}`)
    .join('\n');
}

function commented({ name, default: value }: Setting): string {
  if (!Array.isArray(value)) return `#${name}: ${JSON.stringify(value)}`;
  if (value.length === 0) return `#${name}: []`;
  return [`#${name}:`, ...value.map((item) => `#  - ${JSON.stringify(item)}`)].join('\n');
}
