import { command } from '../command.js';

export const options = {
  format: {
    kind: 'text',
    choices: ['tar.gz', 'directory', 'ndjson'],
    doc: 'Format of the archive (default: the format of the run)',
  },
  output: {
    kind: 'text',
    value: 'PATH',
    doc: 'Where to write the archive: a new file or directory, or an archive to replace (default: where the run would have written it)',
  },
  force: { kind: 'flag', doc: 'Replace any file at --output, not only a hostspec archive' },
} as const;

export default command({
  usage: '[options] DIR',
  doc: 'Build the archive of a run that was killed, from the work directory it left behind (.NAME.RANDOM.partial, next to the planned archive). The outcomes show which specs were not finished. Removes the work directory and prints the path of the archive.',
  options,
  operands: [1, 1],
  run: async (values, [directory = ''], io) =>
    (await import('./finish-archive.js')).finishArchive(directory, values, io),
});
