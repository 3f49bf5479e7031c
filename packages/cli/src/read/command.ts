import { command } from '../command.js';

export const options = {
  only: { kind: 'list', value: 'NAME', doc: 'List only the specs of these names or globs' },
  status: {
    kind: 'list',
    value: 'STATUS',
    doc: "List only outcomes of this status, such as failed or 'timed out'",
  },
  json: { kind: 'flag', doc: 'Print JSON: the outcomes, or with SPEC its outcome' },
} as const;

export default command({
  usage: '[options] ARCHIVE [SPEC]',
  doc: "List an archive's outcomes; with a spec, print its content (several items each below a line with the item's path): byte for byte into a file or pipe; on a terminal, characters that could steer it are shown as escapes. Content that is not what the manifest says is reported, with exit status 1. Reads archives of hostspec and insights-core, sos reports and trees of files.",
  options,
  operands: [1, 2],
  examples: [
    ['hostspec read host.tar.gz --status failed', 'what failed'],
    ['hostspec read host.tar.gz ip_addr', 'one output'],
  ],
  run: async (values, [archive = '', spec], io) => {
    const { listArchive, printSpec } = await import('./read-archive.js');
    return spec === undefined ? listArchive(archive, values, io) : printSpec(archive, spec, values, io);
  },
});
