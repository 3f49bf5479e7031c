import { command } from '../command.js';

export const options = {
  json: { kind: 'flag', doc: 'Print one JSON object' },
} as const;

export default command({
  usage: '[options] ARCHIVE',
  doc: 'Verify an archive of hostspec: one outcome for each spec, each item there once with its bytes and sha256, and nothing that the manifest does not explain. Exit status 1 where anything is wrong.',
  options,
  operands: [1, 1],
  run: async (values, [archive = ''], io) =>
    (await import('./verify-file.js')).verifyFile(archive, values, io),
});
