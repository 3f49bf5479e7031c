import { catalogOptions, hostOptions } from '../shared-options.js';

/** The options of the command. */
export const options = {
  ...catalogOptions,
  config: hostOptions.config,
  deny: hostOptions.deny,
  key: hostOptions.key,
  json: { kind: 'flag', doc: 'Print one JSON object: the findings, each with level, topic and text' },
} as const;
