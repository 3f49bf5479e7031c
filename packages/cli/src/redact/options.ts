import { redactionOptions } from '../load/options.js';

/** The options of the command. */
export const options = {
  output: {
    kind: 'text',
    value: 'PATH',
    doc: 'Where to write the copy: a new file or directory, or with - standard output, for a single file, a stream or NDJSON; needed',
  },
  force: { kind: 'flag', doc: 'Replace any file at --output, not only a hostspec archive' },
  key: redactionOptions.key,
} as const;
