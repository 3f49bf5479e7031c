import { findingOptions, forceFile } from '../shared-options.js';

/** The options of the command. */
export const options = {
  output: {
    kind: 'text',
    short: 'o',
    value: 'FILE',
    doc: 'Where to write the report: a new file, or - for standard output (default: HOST.html, for two archives HOST-changes.html)',
  },
  force: forceFile,
  ...findingOptions,
} as const;
