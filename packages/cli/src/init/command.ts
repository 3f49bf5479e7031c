import { command } from '../command.js';
import { forceFile } from '../shared-options.js';

export default command({
  usage: '[options] [FILE]',
  doc: 'Write a starter catalog file with comments (default hostspec.yaml; - for standard output).',
  options: { force: forceFile },
  operands: [0, 1],
  examples: [
    ['hostspec init site.yaml', 'write it'],
    ['hostspec catalog check site.yaml', 'check it after every change'],
    ['hostspec collect --catalog site.yaml', 'collect with it'],
  ],
  run: async (values, [file = 'hostspec.yaml'], io) =>
    (await import('./write-starter.js')).writeStarter(file, values, io),
});
