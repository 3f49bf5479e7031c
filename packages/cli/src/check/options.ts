import type { Severity } from '@hostspec/findings';
import { findingOptions, fleetOptions, jsonFormat, remoteOptions } from '../shared-options.js';

/** The options of the command. */
export const options = {
  severity: {
    kind: 'text',
    value: 'LEVEL',
    choices: ['error', 'warning', 'notice'] as const satisfies readonly Severity[],
    doc: 'Show only problems of at least this severity, and end with 1 only for them. Default: show all, and end with 1 from warning on',
  },
  test: {
    kind: 'list',
    value: 'PATH',
    doc: 'Run the tests of the findings in this file or directory, and look for nothing',
  },
  list: {
    kind: 'flag',
    doc: 'List the problems that are looked for, each with its severity, and look for nothing; of those that the other options choose',
  },
  'only-finding': {
    kind: 'list',
    value: 'ID',
    doc: 'Look only for problems that match these ids or globs, such as storage/*',
  },
  format: {
    kind: 'text',
    choices: ['text', 'json', 'junit', 'sarif'],
    doc: 'Print text (the default), JSON, JUnit XML or SARIF; about several archives or hosts, one document, in JSON one line for each',
  },
  json: jsonFormat,
  ...findingOptions,
  ...fleetOptions,
  ...remoteOptions,
} as const;
