import { command } from '../command.js';
import { catalogOptions } from '../load/options.js';

export const options = {
  ...catalogOptions,
  json: { kind: 'flag', doc: 'Print one JSON object' },
} as const;

export default command({
  usage: '[options] NAME',
  doc: 'Show a spec: its written form, what it collects, the provider and condition it depends on, and how it behaves.',
  options,
  operands: [1, 1],
  run: async (values, [name = ''], io) => (await import('./show-spec.js')).showSpec(name, values, io),
});
