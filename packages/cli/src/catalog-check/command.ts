import { command } from '../command.js';
import { catalogOptions } from '../load/options.js';

export const options = {
  packages: catalogOptions.packages,
  json: { kind: 'flag', doc: 'Print one JSON object, with a list of problems' },
} as const;

export default command({
  usage: '[options] FILE',
  doc: 'Check a catalog file: its structure, its specs, and that every domain, provider and condition it names exists. Reports every problem with line and column.',
  options,
  operands: [1, 1],
  run: async (values, [file = ''], io) => (await import('./check-catalog.js')).checkCatalog(file, values, io),
});
