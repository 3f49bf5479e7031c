import { command } from '../command.js';
import { options } from './options.js';

export default command({
  usage: '[options] ARCHIVE ARCHIVE',
  doc: 'Show what changed on a host between two archives: first the problems that are new and those that are gone, as hostspec check finds them, then, spec by spec, new and removed items, changed outcomes, and the lines that differ. Leaves out what changes by itself, such as counters, process ids, times and the order of lines if it means nothing, unless you give --all. Warns if the archives are of different hosts. The content itself is compared, not the checksums in the manifests. Content that does not match its manifest is listed. The exit status is 0 even if the archives differ.',
  options,
  operands: [2, 2],
  examples: [
    ['hostspec diff monday.tar.gz today.tar.gz --brief', 'only what changed'],
    ["hostspec diff monday.tar.gz today.tar.gz --only 'sysctl,mount*'", 'the changed lines of some specs'],
  ],
  run: async (values, [before = '', after = ''], io) =>
    (await import('./diff-archives.js')).diffArchives(before, after, values, io),
});
