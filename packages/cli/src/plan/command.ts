import { command } from '../command.js';
import { hostOptions } from '../load/options.js';

export const options = {
  ...hostOptions,
  json: {
    kind: 'flag',
    doc: 'Print the plan as one JSON object, for review and for hostspec collect --plan',
  },
} as const;

export default command({
  usage: '[options]',
  doc: 'Show what collect would run and read on this host, what it would skip, and why. Collects nothing, but runs the commands that providers and conditions need.',
  options,
  examples: [
    ["hostspec plan --only 'ethtool*'", 'the command lines for some specs'],
    ['hostspec plan --domain satellite', 'why specs of a domain would be skipped'],
  ],
  run: async (values, _operands, io) => (await import('./print-plan.js')).printPlan(values, io),
});
