import { command } from '../command.js';
import { options } from './options.js';

export default command({
  usage: '[options] FILE...',
  doc: 'Check a catalog file: its structure, its specs, and that every domain, provider and condition it names exists. Reports every problem with line and column, and warns of pipes, redirections, ~, variables, &&, ; and globs in commands, because hostspec starts no shell. A FILE can be a pattern.',
  options,
  operands: [1, 100_000],
  examples: [["hostspec catalog check 'specs/**/*.yaml'", 'all catalogs below a directory']],
  run: async (values, files, io) => {
    const { eachPath } = await import('../read/each-path.js');
    const { checkCatalog } = await import('./check-catalog.js');
    return eachPath(files, io, (file) => checkCatalog(file, values, io));
  },
});
