import { command } from '../command.js';
import { options } from './options.js';

export default command({
  usage: '[options] ARCHIVE...',
  doc: 'Look for problems of the host in an archive: what is full, failed, lost, expired or unsafe. Causes come first, each with its values, a command that shows more, and the spec that shows it, for hostspec read. Then come the problems that could not be decided, with the reason. Reads archives of hostspec and insights-core, and sos reports. An ARCHIVE can be a pattern.',
  options,
  operands: [1, 100_000],
  examples: [
    ['hostspec check host.tar.gz', 'what is wrong with the host'],
    ['hostspec check --severity error host.tar.gz', 'only what is broken now'],
    ["hostspec check --json 'runs/*.tar.gz'", 'many hosts, for programs'],
  ],
  notes:
    'Exit status: 0 no problem; 1 errors or warnings were found, or an archive cannot be read; 2 invalid command line; 4 none was found, but some could not be decided.',
  run: async (values, archives, io) => {
    const { eachPath } = await import('../read/each-path.js');
    const { printProblems } = await import('./print-problems.js');
    return eachPath(archives, io, (archive, isOneOfSeveral) =>
      printProblems(archive, values, io, isOneOfSeveral),
    );
  },
});
