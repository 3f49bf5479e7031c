import { catalogOptions } from '../load/options.js';

/** The options of the command. */
export const options = catalogOptions;
