import { command } from '../command.js';

export default command({
  usage: '[FILE]',
  doc: 'Write a catalog file to start from, with comments (default hostspec.yaml). A file that is there is left alone.',
  options: {},
  operands: [0, 1],
  examples: [
    ['hostspec init site.yaml', ''],
    ['hostspec catalog check site.yaml', 'after every change'],
    ['hostspec collect --catalog site.yaml', 'collects with it'],
  ],
  run: async (_values, [file = 'hostspec.yaml'], io) =>
    (await import('./write-starter.js')).writeStarter(file, io),
});
