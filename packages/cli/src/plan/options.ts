import { hostOptions, logOptions } from '../shared-options.js';

/** The options of the command. */
export const options = {
  ...hostOptions,
  ...logOptions,
  'estimate-from': {
    kind: 'text',
    value: 'ARCHIVE',
    doc: 'Estimate size and time by an earlier run on this host (default: by runs that hostspec was measured with)',
  },
  json: {
    kind: 'flag',
    doc: 'Print the plan as one JSON object, for review and for hostspec collect --plan',
  },
} as const;
