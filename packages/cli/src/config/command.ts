import { command } from '../command.js';
import { catalogOptions } from '../shared-options.js';

export default command({
  usage: '[options]',
  doc: 'Print a configuration file with every setting of the catalog, what it changes, and its default. To use it, save it as /etc/hostspec/config.yaml, or name it with --config, and remove the # before the settings that you change.',
  options: catalogOptions,
  examples: [['hostspec config > /etc/hostspec/config.yaml', 'save a file to edit']],
  run: async (values, _operands, io) => (await import('./print-config.js')).printConfig(values, io),
});
