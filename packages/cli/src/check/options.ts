import type { Severity } from '@hostspec/findings';

/** The options of the command. */
export const options = {
  severity: {
    kind: 'text',
    value: 'LEVEL',
    choices: ['error', 'warning', 'notice'] as const satisfies readonly Severity[],
    doc: 'Show only problems of at least this severity, and end with 1 only for them. Default: show all, and end with 1 from warning on',
  },
  'skip-finding': {
    kind: 'list',
    value: 'ID',
    doc: 'Do not look for these problems, such as storage/file_system_full',
  },
  json: {
    kind: 'flag',
    doc: 'Print JSON: what was found, what could not be decided and why; of several archives, one line for each',
  },
} as const;
