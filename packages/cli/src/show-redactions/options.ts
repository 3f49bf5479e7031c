import { hostOptions } from '../shared-options.js';

const {
  map: _,
  key: __,
  keywords: ___,
  'keep-secrets': ____,
  'no-keep-secrets': _____,
  ...previewOptions
} = hostOptions;

/** The options of the command. */
export const options = {
  json: { kind: 'flag', doc: 'Print one JSON object' },
  preview: {
    kind: 'flag',
    doc: 'Show what collect would mask on this host, or with --archive in an archive, with the values; only on a terminal. It takes the other options of collect that select what is collected',
  },
  ...previewOptions,
} as const;
