/** The options of the command. */
export const options = {
  json: { kind: 'flag', doc: 'Print one JSON object' },
} as const;
