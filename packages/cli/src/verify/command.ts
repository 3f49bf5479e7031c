import { command } from '../command.js';
import { options } from './options.js';

export default command({
  usage: '[options] ARCHIVE',
  doc: 'Verify a hostspec archive: every spec has one outcome, every item is present once and has the size and SHA-256 in the manifest, and the archive contains nothing else. The exit status is 1 if anything is wrong, and 4 if nothing is, but the run ended before everything was collected.',
  options,
  operands: [1, 1],
  run: async (values, [archive = ''], io) =>
    (await import('./verify-file.js')).verifyFile(archive, values, io),
});
