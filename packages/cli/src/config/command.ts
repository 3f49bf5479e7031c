import { command } from '../command.js';
import { catalogOptions } from '../load/options.js';

export const options = catalogOptions;

export default command({
  usage: '[options]',
  doc: 'Print the default configuration: every setting of the catalog, what it changes, and its value where none is configured. Write it to a file, remove the # before what you change, and name the file with --config, or make it /etc/hostspec/config.yaml.',
  options,
  examples: [['hostspec config > /etc/hostspec/config.yaml', 'a file to start from']],
  run: async (values, _operands, io) => (await import('./print-config.js')).printConfig(values, io),
});
