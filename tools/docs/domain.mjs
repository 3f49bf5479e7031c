import { code, table } from './sections.mjs';

/** The generated part of a domain's README: its specs, what they refer to, and its variants. */
export const domainSections = (data, spec) =>
  [
    specSection(data, spec),
    ...partSections(data, '##'),
    ...Object.entries(data.variants).map(([name, variant]) => variantSection(name, variant, spec)),
  ]
    .filter((section) => section !== '')
    .join('\n\n');

const specSection = ({ specs, variants }, spec) => {
  const count = Object.keys(specs).length;
  const counted = `${count} ${count === 1 ? 'spec' : 'specs'}${'a' in variants ? ', in variant B' : ''}`;
  return `## Specs\n\n${counted}:\n\n${specTable(specs, spec)}`;
};

const specTable = (specs, { writtenForm, writtenCondition }) =>
  table(
    ['Spec', 'What it shows'],
    Object.entries(specs).map(([name, each]) => [
      code(writtenForm(name, each)),
      [each.doc, ...behaviour(each, writtenCondition)].join('. '),
    ]),
  );

const behaviour = ({ for: families, onRequest, when, effects = {} }, writtenCondition) => [
  ...(families ? [`For ${families.join(', ')}`] : []),
  ...(onRequest ? ['Only on request'] : []),
  ...(when ? [`Only if ${code(writtenCondition(when))}`] : []),
  ...(effects.network ? ['Needs the network'] : []),
  ...(effects.needsRoot ? ['Needs root'] : []),
  ...(effects.loadsModules ? ['May load kernel modules'] : []),
  ...(effects.changesState ? [`Changes the host (${effects.changesState.what}), so off unless allowed`] : []),
];

const heads = {
  Providers: ['Provider', 'Yields', 'What it gives'],
  Conditions: ['Condition', 'When it holds'],
  Settings: ['Setting', 'What it changes', 'Default'],
};

const partSections = ({ providers = {}, conditions = {}, settings = {} }, level) => {
  const section = (title, items, row) => {
    const rows = Object.entries(items).map(([name, item]) => row(name, item));
    return rows.length > 0 ? `${level} ${title}\n\n${table(heads[title], rows)}` : '';
  };
  return [
    section('Providers', providers, (name, { yields, width = 1, doc }) => [
      code(name),
      width === 1 ? yields : `${yields} of ${width}`,
      doc,
    ]),
    section('Conditions', conditions, (name, { doc }) => [code(name), doc]),
    section('Settings', settings, (name, setting) => [
      code(name),
      setting.doc,
      code(JSON.stringify(setting.default)),
    ]),
  ];
};

const linuxSection = (variant, spec) => {
  const { for: families = {}, add } = variant;
  const count = Object.keys(add).length;
  const rows = Object.entries(families).map(([name, of]) => [code(name), of.join(', ')]);
  return [
    '## Variant linux',
    'The specs above and, for all of Linux, these:',
    count > 0 ? specTable(add, spec) : 'None more.',
    rows.length > 0 ? `Skipped on other distributions:\n\n${table(['Spec', 'For'], rows)}` : '',
    ...partSections(variant, '###'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
};

const variantSection = (name, variant, spec) => {
  if (name === 'linux') return linuxSection(variant, spec);
  const { omit, override, add, values = {} } = variant;
  const different = { ...override, ...add };
  const valueRows = Object.entries(values).map(([key, { doc, value }]) => [
    code(`${key} = ${JSON.stringify(value)}`),
    doc,
  ]);
  const parts = [
    Object.keys(different).length > 0 ? specTable(different, spec) : '',
    valueRows.length > 0 ? table(['Value', 'What it is'], valueRows) : '',
    omit.length > 0 ? `Not in it: ${omit.map(code).join(', ')}.` : '',
  ].filter((part) => part !== '');
  return [
    `## Variant ${name.toUpperCase()}`,
    `Differences in the earlier variant ${name.toUpperCase()}${parts.length > 0 ? ':' : ': none.'}`,
    ...parts,
  ].join('\n\n');
};
