import { findingOptions } from '../shared-options.js';

/** The options of the command. */
export const options = {
  ...findingOptions,
  json: {
    kind: 'flag',
    doc: 'Print JSON: problems, and sections with their facts, each with its spec and its data; of several archives, one line for each',
  },
} as const;
