import { command } from '../command.js';
import { catalogOptions } from '../shared-options.js';

export default command({
  usage: '[options] NAME',
  doc: 'Show a spec: its written form, what it collects, the provider and condition it depends on, and how it behaves.',
  options: { ...catalogOptions, json: { kind: 'flag', doc: 'Print one JSON object' } },
  operands: [1, 1],
  run: async (values, [name = ''], io) => (await import('./show-spec.js')).showSpec(name, values, io),
});
