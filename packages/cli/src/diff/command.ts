import { command } from '../command.js';

export const options = {
  only: { kind: 'list', value: 'NAME', doc: 'Only the specs of these names or globs' },
  skip: { kind: 'list', value: 'NAME', doc: 'All but the specs of these names or globs' },
  brief: { kind: 'flag', doc: 'One line for each item that differs, without its text' },
  json: { kind: 'flag', doc: 'Print one JSON object' },
} as const;

export default command({
  usage: '[options] ARCHIVE ARCHIVE',
  doc: 'Show what changed on a host between two collections, spec by spec: what is new or gone, what became of a spec otherwise, and the lines that differ. Contents are compared, not what the manifests say of them; content that its manifest does not match is listed. The exit status is 0 whether there are differences or not.',
  options,
  operands: [2, 2],
  examples: [
    ['hostspec diff monday.tar.gz today.tar.gz --brief', 'what changed at all'],
    ["hostspec diff monday.tar.gz today.tar.gz --only 'sysctl,mount*'", 'the lines'],
  ],
  run: async (values, [before = '', after = ''], io) =>
    (await import('./diff-archives.js')).diffArchives(before, after, values, io),
});
