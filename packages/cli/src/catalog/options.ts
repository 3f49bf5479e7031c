import { catalogOptions } from '../shared-options.js';

/** The options of the command. */
export const options = {
  ...catalogOptions,
  only: { kind: 'list', value: 'NAME', doc: 'List only specs that match these names or globs' },
  search: {
    kind: 'text',
    value: 'TEXT',
    doc: 'List only the specs with all of these words in their name, doc, command or path',
  },
  json: { kind: 'flag', doc: 'Print one JSON object: each name with its domain, origin, type and arguments' },
} as const;
