import { catalogOptions } from '../shared-options.js';

/** The options of the command. */
export const options = {
  packages: catalogOptions.packages,
  json: {
    kind: 'flag',
    doc: 'Print one JSON object, with lists of problems and warnings, each with line and column',
  },
} as const;
