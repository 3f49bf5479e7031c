import { defaultSpecs, defaultSpecsA } from '@hostspec/default-specs';

/** How many specs the installed catalog has. */
export const specCount = Object.keys(defaultSpecs.specs).length;

/** How many entries variant A of the installed catalog has: specs, and values without a collection type. */
export const entryCountA = Object.keys(defaultSpecsA.specs).length + Object.keys(defaultSpecsA.values).length;
