/** The options of the command. */
export const options = {
  group: {
    kind: 'text',
    value: 'GROUP',
    doc: 'add: the group of these hosts, until another is given; changes: only hosts of this group',
  },
  since: {
    kind: 'text',
    value: 'DAY',
    doc: 'changes: from the end of this day in UTC, such as yesterday, 7d or 2026-01-31. Default: yesterday',
  },
  keep: {
    kind: 'text',
    value: 'DAYS',
    doc: 'compact: remove what only days before this many days ago need, such as 90d',
  },
  format: {
    kind: 'text',
    value: 'FORMAT',
    doc: 'query and changes: table, csv, json or parquet. Default: table',
    choices: ['table', 'csv', 'json', 'parquet'],
  },
} as const;
