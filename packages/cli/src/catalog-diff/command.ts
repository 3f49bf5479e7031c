import { command } from '../command.js';
import { catalogOptions } from '../shared-options.js';

export default command({
  usage: '[options] A B',
  doc: 'Show which specs catalog B adds, removes or changes compared with catalog A. Compares types and arguments.',
  options: {
    packages: catalogOptions.packages,
    json: { kind: 'flag', doc: 'Print one JSON object: added, removed and changed specs by name' },
  },
  operands: [2, 2],
  notes:
    'A and B can each be a variant of the installed catalog (linux, b or a), an installed package (@hostspec/kernel), or a file (a path with a / or an extension such as .yaml): a catalog in YAML or JSON, the specs.json of a package, or saved output of hostspec catalog --json.',
  examples: [
    ['hostspec catalog diff a b', 'the two variants'],
    ['hostspec catalog diff before.json b', 'what an upgrade changed'],
  ],
  run: async (values, operands, io) => (await import('./print-diff.js')).printDiff(values, operands, io),
});
