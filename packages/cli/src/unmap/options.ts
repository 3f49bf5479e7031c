import { options as redactOptions } from '../masked-copy/options.js';
import { forceArchive, hostOptions, redactionOptions } from '../shared-options.js';

/** The options of the command. */
export const options = {
  output: redactOptions.output,
  force: forceArchive,
  map: {
    ...hostOptions.map,
    doc: 'The kinds that were mapped, as they were given to collect --map; an address that was not mapped would become another one (default: what an archive of hostspec says, which must say that it was mapped; for other input, identity)',
  },
  'map-list': {
    ...hostOptions['map-list'],
    doc: 'The list that the identity was mapped with, if it was',
  },
  key: {
    ...redactionOptions.key,
    doc: 'The key that the identity was mapped with (default: /etc/hostspec/redaction.key)',
  },
} as const;
