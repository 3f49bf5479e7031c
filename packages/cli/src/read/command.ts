import { command } from '../command.js';
import { options } from './options.js';

export default command({
  usage: '[options] ARCHIVE [SPEC]',
  doc: "List an archive's outcomes. With a spec, print its content; several items are each preceded by a line with the item's path. Content goes to a file or pipe byte for byte; on a terminal, control characters are shown as escapes. If content does not match the manifest, a message says so and the exit status is 1. Reads archives of hostspec and insights-core, sos reports and directories with the files of a host.",
  options,
  operands: [1, 2],
  examples: [
    ['hostspec read host.tar.gz --status failed', 'only failed specs'],
    ['hostspec read host.tar.gz ip_addr', 'the content of one spec'],
  ],
  run: async (values, [archive = '', spec], io) => {
    const { listArchive, printSpec } = await import('./read-archive.js');
    return spec === undefined ? listArchive(archive, values, io) : printSpec(archive, spec, values, io);
  },
});
