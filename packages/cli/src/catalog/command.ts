import { command } from '../command.js';
import { catalogOptions } from '../load/options.js';

export const options = {
  ...catalogOptions,
  only: { kind: 'list', value: 'NAME', doc: 'List only the specs of these names or globs' },
  search: {
    kind: 'text',
    value: 'TEXT',
    doc: 'List only the specs with all of these words in their name, doc, command or path',
  },
  json: { kind: 'flag', doc: 'Print one JSON object: name to domain, type and arguments' },
} as const;

export default command({
  usage: '[options]',
  doc: 'List the specs of the installed catalog: domain, name and what each shows.',
  options,
  examples: [
    ['hostspec catalog --domain networking', 'the specs of one domain'],
    ["hostspec catalog --only '*ssl*,*cert*'", 'the specs with such names'],
    ['hostspec catalog --search memory', 'the specs about it'],
    ['hostspec catalog --variant a --json', 'the earlier variant, for programs'],
    ['hostspec catalog diff a b', 'what changed between the two'],
  ],
  run: async (values, _operands, io) => (await import('./print-catalog.js')).printCatalog(values, io),
});
