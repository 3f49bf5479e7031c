import { command } from '../command.js';
import { options } from './options.js';

export default command({
  usage: '[options] INPUT --output OUTPUT',
  doc: 'Write a copy of INPUT in which the tokens that --map made are the names and addresses again. INPUT is an archive, a directory, a file or - for standard input, as for redact. Masks of secrets stay. Only the key of the mapping restores them: an archive of hostspec refuses another key, and in any other input it would give wrong names and addresses.',
  options,
  operands: [1, 1],
  examples: [
    ['hostspec unmap host.tar.gz --key host.key --output plain.tar.gz', 'an archive that was mapped'],
  ],
  run: async (values, [input = ''], io) => (await import('./unmap-input.js')).unmap(input, values, io),
});
