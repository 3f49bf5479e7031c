import { defaultSpecsA } from '@hostspec/default-specs';
import { linuxSpecs } from '@hostspec/linux-specs';

/** How many specs the installed catalog has. */
export const specCount = Object.keys(linuxSpecs.specs).length;

/** How many entries variant A of the installed catalog has: specs, and values without a collection type. */
export const entryCountA = Object.keys(defaultSpecsA.specs).length + Object.keys(defaultSpecsA.values).length;
