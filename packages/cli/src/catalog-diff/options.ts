import { catalogOptions } from '../shared-options.js';

/** The options of the command. */
export const options = {
  packages: catalogOptions.packages,
  json: { kind: 'flag', doc: 'Print one JSON object: added, removed and changed specs by name' },
} as const;
