import { outcomeStatuses } from '@hostspec/spec';

/** The options of the command. */
export const options = {
  only: { kind: 'list', value: 'NAME', doc: 'List only specs that match these names or globs' },
  status: {
    kind: 'list',
    value: 'STATUS',
    choices: outcomeStatuses,
    doc: "List only outcomes with this status, such as failed or 'timed out'",
  },
  json: { kind: 'flag', doc: 'Print JSON: all outcomes, or the outcome of SPEC' },
} as const;
