import { command } from '../command.js';
import { hostOptions } from '../load/options.js';

export const options = {
  ...hostOptions,
  json: { kind: 'flag', doc: 'Print one JSON object' },
} as const;

export default command({
  usage: '[options]',
  doc: 'Show what collect would run and read on this host, and what not and why. Nothing is collected; commands that providers and conditions need are run.',
  options,
  examples: [
    ["hostspec plan --only 'ethtool*'", 'the command lines for some specs'],
    ['hostspec plan --domain satellite', 'why nothing of a domain would be collected'],
  ],
  run: async (values, _operands, io) => (await import('./print-plan.js')).printPlan(values, io),
});
