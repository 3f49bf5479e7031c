import { command } from '../command.js';
import { options } from './options.js';

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
