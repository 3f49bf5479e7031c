import { command } from '../command.js';
import { options } from './options.js';

export default command({
  usage: '[options] ARCHIVE | --preview [options]',
  doc: 'Show how many secrets were masked in an archive of hostspec, by spec and by the rule that found them, as its manifest says, then the totals and lines of each rule, and what was not looked into. In any other archive, directory or file, the masks in names and contents are counted; with -, those in standard input. With --preview, show the lines in which collect would mask something, with the values: on a terminal only, and nothing is stored.',
  options,
  operands: [0, 1],
  examples: [
    ['hostspec show-redactions host.tar.gz', 'what was masked'],
    ['hostspec show-redactions --preview --domain web', 'what would be masked'],
  ],
  async run(values, [archive], io) {
    const { showRedactions } = await import('./show-redactions.js');
    return showRedactions(archive, values, io);
  },
});
