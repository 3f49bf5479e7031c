import { command } from '../command.js';
import { options } from './options.js';

export default command({
  usage: '[options] INPUT --output OUTPUT',
  doc: 'Write a copy of INPUT in which passwords, keys, tokens and other secrets are masked, in contents and in names. An archive of hostspec stays one, with a manifest that fits. Any other tar, such as those of insights-core and sos, becomes a tar.gz, or a tar if the name of OUTPUT ends in .tar; a directory becomes a directory, a file a file. INPUT can be - for standard input. Members in gzip and tar are opened and packed again; those that are packed in another way are left out, and named. With --map, identity is replaced with tokens too, and what --deny names is left out. Devices, FIFOs and members that cannot be read are left out, and named. INPUT does not change, and OUTPUT is there only when it is complete. Prints how many secrets were masked, and the path of the copy as the last line.',
  options,
  operands: [1, 1],
  examples: [
    ['hostspec redact sosreport.tar.xz --output clean.tar.gz', 'an archive that you already have'],
    ['journalctl -n 1000 | hostspec redact - --output -', 'the output of a program'],
  ],
  run: async (values, [input = ''], io) => (await import('./redact-input.js')).redact(input, values, io),
});
