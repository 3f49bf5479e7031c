import { command } from '../command.js';
import { options } from './options.js';

export default command({
  usage: '[options] ARCHIVE...',
  doc: 'Show on one screen what an archive says about its host: first its problems, causes before what they explain, each with a command that shows more; then system, load, memory, disks, network, services, kernel, software, and what could not be collected. Each line ends with the spec it comes from, for hostspec read. Reads archives of hostspec and insights-core, and sos reports. An ARCHIVE can be a pattern.',
  options,
  operands: [1, 100_000],
  examples: [
    ['hostspec summary host.tar.gz', 'one screen about the host'],
    ["hostspec summary 'runs/**/*.tar.gz'", 'one after the other'],
  ],
  run: async (values, archives, io) => {
    const { eachPath } = await import('../read/each-path.js');
    const { printSummary } = await import('./print-summary.js');
    return eachPath(archives, io, (archive, isOneOfSeveral) =>
      printSummary(archive, values, io, isOneOfSeveral),
    );
  },
});
