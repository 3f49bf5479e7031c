import { command } from '../command.js';
import { catalogOptions } from '../load/options.js';

export const options = {
  packages: catalogOptions.packages,
  json: {
    kind: 'flag',
    doc: 'Print one JSON object, with lists of problems and warnings, each with line and column',
  },
} as const;

export default command({
  usage: '[options] FILE',
  doc: 'Check a catalog file: its structure, its specs, and that every domain, provider and condition it names exists. Reports every problem with line and column, and warns of pipes, redirections, ~, variables, &&, ; and globs in commands, because hostspec starts no shell.',
  options,
  operands: [1, 1],
  run: async (values, [file = ''], io) => (await import('./check-catalog.js')).checkCatalog(file, values, io),
});
