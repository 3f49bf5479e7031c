import { hostOptions } from '../shared-options.js';

const {
  map: _,
  'map-list': __,
  key: ___,
  keywords: ____,
  'keep-secrets': _____,
  'no-keep-secrets': ______,
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
