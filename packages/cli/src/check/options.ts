import type { Severity } from '@hostspec/findings';
import { hostOptions, remoteOptions } from '../shared-options.js';

/** The options of the command. */
export const options = {
  severity: {
    kind: 'text',
    value: 'LEVEL',
    choices: ['error', 'warning', 'notice'] as const satisfies readonly Severity[],
    doc: 'Show only problems of at least this severity, and end with 1 only for them. Default: show all, and end with 1 from warning on',
  },
  findings: {
    kind: 'list',
    value: 'PATH',
    doc: 'Look also for the problems of this YAML or JSON file, or of the files of this directory',
  },
  test: {
    kind: 'list',
    value: 'PATH',
    doc: 'Run the tests of the findings in this file or directory, and look for nothing',
  },
  'only-finding': {
    kind: 'list',
    value: 'ID',
    doc: 'Look only for problems that match these ids or globs, such as storage/*',
  },
  'skip-finding': {
    kind: 'list',
    value: 'ID',
    doc: 'Do not look for problems that match these ids or globs',
  },
  format: {
    kind: 'text',
    choices: ['text', 'json', 'junit', 'sarif'],
    doc: 'Print text (the default), JSON, JUnit XML or SARIF; JSON of several archives is one line for each',
  },
  json: { kind: 'flag', doc: 'The same as --format json' },
  config: hostOptions.config,
  ...remoteOptions,
} as const;
