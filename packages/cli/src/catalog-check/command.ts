import { command } from '../command.js';
import { options } from './options.js';

export default command({
  usage: '[options] FILE',
  doc: 'Check a catalog file: its structure, its specs, and that every domain, provider and condition it names exists. Reports every problem with line and column, and warns of pipes, redirections, ~, variables, &&, ; and globs in commands, because hostspec starts no shell.',
  options,
  operands: [1, 1],
  run: async (values, [file = ''], io) => (await import('./check-catalog.js')).checkCatalog(file, values, io),
});
