/** The options of the command. */
export const options = {
  json: { kind: 'flag', doc: 'Print one JSON object for each archive, on one line' },
} as const;
