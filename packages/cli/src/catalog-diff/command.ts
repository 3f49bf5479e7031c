import { command } from '../command.js';
import { catalogOptions } from '../load/options.js';

export const options = {
  packages: catalogOptions.packages,
  json: { kind: 'flag', doc: 'Print one JSON object: added, removed and changed entries by name' },
} as const;

export default command({
  usage: '[options] A B',
  doc: 'Print what catalog B has more, less or otherwise than catalog A: types and arguments of the entries.',
  options,
  operands: [2, 2],
  notes:
    'A and B are each a variant of the installed catalog (a or b), the name of an installed package (@hostspec/kernel), or a file (with an ending such as .yaml or a / in its path): a catalog in YAML or JSON, the specs.json of a package, or what hostspec catalog --json printed.',
  examples: [
    ['hostspec catalog diff a b', 'the two variants'],
    ['hostspec catalog diff before.json b', 'since an upgrade'],
  ],
  run: async (values, operands, io) => (await import('./print-diff.js')).printDiff(values, operands, io),
});
