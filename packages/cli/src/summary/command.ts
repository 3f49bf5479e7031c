import { command } from '../command.js';
import { options } from './options.js';

export default command({
  usage: '[options] ARCHIVE',
  doc: 'Show on one screen what an archive says about its host: system, load, memory, disks, network, services, kernel, software, and what could not be collected. A mark (!) shows what a person should look at; each line ends with the spec it comes from, for hostspec read. Reads archives of hostspec and insights-core, and sos reports.',
  options,
  operands: [1, 1],
  examples: [['hostspec summary host.tar.gz', 'one screen about the host']],
  run: async (values, [archive = ''], io) => {
    const { printSummary } = await import('./print-summary.js');
    return printSummary(archive, values, io);
  },
});
