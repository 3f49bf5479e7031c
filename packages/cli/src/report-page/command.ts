import { command } from '../command.js';
import { options } from './options.js';

export default command({
  usage: '[options] ARCHIVE [ARCHIVE]',
  doc: 'Write a report of an archive, or of each that a pattern matches: one HTML file with the summary, every spec with its outcome and reason, all content, and a search over it. It opens in a browser without a network and loads nothing. It contains all content of the archive, so only its owner can read the file. Reads archives of hostspec and insights-core, and sos reports. With two archives of one host, write what changed between them: the lines of both summaries that differ, and the specs that differ with their lines, without what changes by itself, as hostspec diff shows it. Warns if the archives are of different hosts. The last line is the path of the report, unless the report is written to standard output.',
  options,
  operands: [1, 2],
  examples: [
    ['hostspec report host.tar.gz --output host.html', 'a page to look at, or to send'],
    ["hostspec report 'runs/**/*.tar.gz'", 'a page for each archive'],
    ['hostspec report monday.tar.gz today.tar.gz --output changes.html', 'what changed, as a page'],
  ],
  run: async (values, [archive = '', other], io) => {
    const { eachPath, onePath } = await import('../read/each-path.js');
    const { writeComparison, writeReport } = await import('./write-report.js');
    if (other === undefined) {
      const words = values.output === undefined ? [archive] : [await onePath(archive, io)];
      return eachPath(words, io, (path) => writeReport(path, values, io));
    }
    const [former, latter] = [await onePath(archive, io), await onePath(other, io)];
    return writeComparison(former, latter, values, io);
  },
});
