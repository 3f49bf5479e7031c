import { catalogOptions } from '../shared-options.js';

/** The options of the command. */
export const options = catalogOptions;
