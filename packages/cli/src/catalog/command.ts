import { command } from '../command.js';
import { options } from './options.js';

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
