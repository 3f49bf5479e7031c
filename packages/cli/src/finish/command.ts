import { command } from '../command.js';

export const options = {
  format: {
    kind: 'text',
    choices: ['tar.gz', 'directory', 'ndjson'],
    doc: 'Format of the archive (default: the one that the run was to have)',
  },
  output: {
    kind: 'text',
    value: 'PATH',
    doc: 'The archive: a new file or folder, or an archive to replace (default: where the run was to put it)',
  },
  force: { kind: 'flag', doc: 'Replace any file at --output, not only an archive of hostspec' },
} as const;

export default command({
  usage: '[options] DIR',
  doc: 'Complete the archive of a run that was killed, from the work directory that it left (.NAME.RANDOM.partial, beside where the archive was to be), which is then removed. Specs that were not finished are marked so. The last line is the path of the archive.',
  options,
  operands: [1, 1],
  run: async (values, [directory = ''], io) =>
    (await import('./finish-archive.js')).finishArchive(directory, values, io),
});
