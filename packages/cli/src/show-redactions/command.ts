import { command } from '../command.js';
import { options } from './options.js';

export default command({
  usage: '[options] ARCHIVE',
  doc: 'Show how many secrets were masked in an archive of hostspec, by spec and by the rule that found them, as its manifest says. In any other archive, directory or file, the masks in names and contents are counted; with -, those in standard input.',
  options,
  operands: [1, 1],
  run: async (values, [archive = ''], io) =>
    (await import('./show-redactions.js')).showRedactions(archive, values, io),
});
