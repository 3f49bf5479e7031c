import { command } from '../command.js';
import { bothGiven, usageError } from '../usage-error.js';
import { options } from './options.js';

export default command({
  usage: '[options] [ARCHIVE]',
  doc: 'Print what an archive says about its host as typed rows: file systems, interfaces, packages, units and more. Without --table, list the tables with the number of their rows; --list has their columns. Each row ends with the spec, item and line that it comes from, for hostspec read. Reads archives of hostspec and insights-core.',
  options,
  operands: [0, 1],
  examples: [
    ['hostspec facts --list', 'which tables and columns there are'],
    ['hostspec facts host.tar.gz', 'the tables'],
    ['hostspec facts host.tar.gz --table filesystem', 'the file systems'],
    ['hostspec facts host.tar.gz --table package --format csv', 'the packages, for another program'],
  ],
  notes:
    'In JSON and CSV, numbers have the unit of their column: bytes, percent, seconds. Times are in UTC. What no content says is null in JSON and empty in CSV.',
  run: async ({ list, ...values }, [archive], io) => {
    if (list && archive !== undefined) throw bothGiven('--list', `ARCHIVE ${archive}`, '--list');
    if (list) return (await import('./list-columns.js')).listColumns(values, io);
    if (archive === undefined) throw usageError('facts needs an ARCHIVE, or --list', 'ARCHIVE');
    return (await import('./print-facts.js')).printFacts(archive, values, io);
  },
});
