/** The options of the command. */
export const options = {
  output: {
    kind: 'text',
    value: 'FILE',
    doc: 'Where to write the report: a new file, or - for standard output (default: report.html)',
  },
} as const;
