import { hostOptions, logOptions } from '../shared-options.js';

/** The options of the command. */
export const options = {
  ...hostOptions,
  ...logOptions,
  json: {
    kind: 'flag',
    doc: 'Print the plan as one JSON object, for review and for hostspec collect --plan',
  },
} as const;
