import { home } from '../house/manifest.mjs';
import { code, table } from './sections.mjs';

const count = (items) => Object.keys(items).length;

/** The generated part of default-specs' README: the domains with the number of their specs in each variant. */
export const domainOverview = (domains) => {
  const rows = domains.map(({ data, manifest, folder, variantSpecs }) => [
    `[${data.name}](${home}/tree/main/packages/${folder}#readme)`,
    code(manifest.name),
    count(data.specs),
    count(variantSpecs) + count(data.variants.a?.values ?? {}),
    manifest.description.replace(/^hostspec specs for /, '').replace(/\.$/, ''),
  ]);
  const sum = (column) => rows.reduce((total, row) => total + row[column], 0);
  return table(
    ['Domain', 'Package', 'Variant B', 'Variant A', 'What is in it'],
    [...rows, ['all', '', sum(2), sum(3), '']],
  );
};

/** The configuration reference: every setting of every domain. */
export const configurationReference = (domains, settingKind) =>
  domains
    .flatMap(({ data, slice, folder }) =>
      Object.values(slice.settings)
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .map((setting) => ({ setting, domain: data.name, folder })),
    )
    .map(({ setting, domain, folder }) =>
      [
        `## ${setting.name}`,
        `${setting.doc}. Takes ${settingKind(setting)}. Domain: [${domain}](../${folder}). Default:`,
        `\`\`\`yaml\n${yaml(setting)}\n\`\`\``,
      ].join('\n\n'),
    )
    .join('\n\n');

const yaml = ({ name, default: value }) =>
  Array.isArray(value)
    ? value.length > 0
      ? [`${name}:`, ...value.map((item) => `  - ${JSON.stringify(item)}`)].join('\n')
      : `${name}: []`
    : `${name}: ${JSON.stringify(value)}`;
