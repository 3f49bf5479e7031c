import { command } from '../command.js';

export default command({
  usage: '[FILE]',
  doc: 'Write a starter catalog file with comments (default hostspec.yaml). Never overwrites a file.',
  options: {},
  operands: [0, 1],
  examples: [
    ['hostspec init site.yaml', 'write it'],
    ['hostspec catalog check site.yaml', 'check it after every change'],
    ['hostspec collect --catalog site.yaml', 'collect with it'],
  ],
  run: async (_values, [file = 'hostspec.yaml'], io) =>
    (await import('./write-starter.js')).writeStarter(file, io),
});
