import { jsonFormat } from '../shared-options.js';

/** The options of the command. */
export const options = {
  table: {
    kind: 'text',
    value: 'TABLE',
    doc: 'Print the rows of this table, such as filesystem; facts_kv has the named values of all other content',
  },
  list: {
    kind: 'flag',
    doc: 'List the tables and their columns, each with its unit and what it says; of --table TABLE, if you give it. Needs no ARCHIVE',
  },
  format: {
    kind: 'text',
    value: 'FORMAT',
    doc: 'table, json or csv. Default: table',
    choices: ['table', 'json', 'csv'],
  },
  json: jsonFormat,
} as const;
