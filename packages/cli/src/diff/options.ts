import { findingOptions } from '../shared-options.js';

/** The options of the command. */
export const options = {
  only: { kind: 'list', value: 'NAME', doc: 'Only specs that match these names or globs' },
  skip: { kind: 'list', value: 'NAME', doc: 'All specs except those that match these names or globs' },
  all: {
    kind: 'flag',
    doc: 'Also show what changes by itself, such as counters, process ids, times and the use of memory',
  },
  brief: { kind: 'flag', doc: 'One line for each item that differs, without the changed lines' },
  ...findingOptions,
  json: {
    kind: 'flag',
    doc: 'Print one JSON object; leftOut names what was left out and --all includes',
  },
} as const;
