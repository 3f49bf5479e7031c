import { command } from '../command.js';
import { catalogOptions } from '../load/options.js';

export const options = {
  ...catalogOptions,
  only: { kind: 'list', value: 'NAME', doc: 'List only specs that match these names or globs' },
  search: {
    kind: 'text',
    value: 'TEXT',
    doc: 'List only the specs with all of these words in their name, doc, command or path',
  },
  json: { kind: 'flag', doc: 'Print one JSON object: each name with its domain, type and arguments' },
} as const;

export default command({
  usage: '[options]',
  doc: 'List the specs in the catalog, with domain, name and description.',
  options,
  examples: [
    ['hostspec catalog --domain networking', 'the specs of one domain'],
    ["hostspec catalog --only '*ssl*,*cert*'", 'specs whose names match'],
    ['hostspec catalog --search memory', 'the specs about it'],
    ['hostspec catalog --variant a --json', 'the earlier variant, as JSON'],
    ['hostspec catalog diff a b', 'what changed between the variants'],
  ],
  run: async (values, _operands, io) => (await import('./print-catalog.js')).printCatalog(values, io),
});
