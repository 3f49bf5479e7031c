import { home } from '../house/manifest.mjs';
import { code, table } from './sections.mjs';

const count = (items) => Object.keys(items).length;

const purposeOf = ({ description }) => description.replace(/^hostspec specs for /, '').replace(/\.$/, '');

const link = ({ data, folder }) => `[${data.name}](${home}/tree/main/packages/${folder}#readme)`;

/** The generated part of linux-specs' README: the domains with the number of their specs, the largest first. */
export const linuxOverview = (domains, specsOfData) => {
  const counted = domains.map((domain) => ({ domain, specs: count(specsOfData(domain.data, 'linux')) }));
  const rows = counted
    .sort((one, other) => other.specs - one.specs)
    .map(({ domain, specs }) => [
      link(domain),
      code(domain.manifest.name),
      specs,
      purposeOf(domain.manifest),
    ]);
  const sum = counted.reduce((total, { specs }) => total + specs, 0);
  return table(['Domain', 'Package', 'Specs', 'What is in it'], [...rows, ['all', '', sum, '']]);
};

/** The generated part of default-specs' README: the domains with the number of their specs in each variant. */
export const domainOverview = (domains) => {
  const rows = domains.map((domain) => [
    link(domain),
    code(domain.manifest.name),
    count(domain.data.specs),
    count(domain.variantSpecs) + count(domain.data.variants.a?.values ?? {}),
    purposeOf(domain.manifest),
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
    .flatMap(({ data, slice, variants, folder }) =>
      Object.values({ ...variants.linux?.settings, ...slice.settings })
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
