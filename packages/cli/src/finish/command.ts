import { command } from '../command.js';
import { options } from './options.js';

export default command({
  usage: '[options] DIR',
  doc: 'Build the archive of a run that was killed, from the work directory it left behind (.NAME.RANDOM.partial, next to the planned archive). The outcomes show which specs were not finished. Removes the work directory and prints the path of the archive.',
  options,
  operands: [1, 1],
  run: async (values, [directory = ''], io) =>
    (await import('./finish-archive.js')).finishArchive(directory, values, io),
});
