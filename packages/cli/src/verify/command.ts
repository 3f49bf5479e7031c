import { command } from '../command.js';

export default command({
  usage: '[options] ARCHIVE...',
  doc: 'Verify a hostspec archive: every spec has one outcome, every item is present once and has the size and SHA-256 in the manifest, and the archive contains nothing else. The exit status is 1 if anything is wrong, and 4 if nothing is, but the run ended before everything was collected. An ARCHIVE can be a pattern.',
  options: { json: { kind: 'flag', doc: 'Print one JSON object for each archive, on one line' } },
  operands: [1, 100_000],
  examples: [["hostspec verify 'runs/**/*.tar.gz'", 'all archives below a directory']],
  run: async (values, archives, io) => {
    const { eachPath } = await import('../read/each-path.js');
    const { verifyFile } = await import('./verify-file.js');
    return eachPath(archives, io, (archive) => verifyFile(archive, values, io));
  },
});
