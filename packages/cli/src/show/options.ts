import { catalogOptions } from '../shared-options.js';

/** The options of the command. */
export const options = {
  ...catalogOptions,
  json: { kind: 'flag', doc: 'Print one JSON object' },
} as const;
