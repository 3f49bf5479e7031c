/** The options of every command that can use many hosts. */
export const fleetOptions = {
  hosts: {
    kind: 'text',
    group: 'hosts',
    common: true,
    value: 'FILE',
    doc: 'Use many hosts: FILE has one target on each line, or is an inventory that ansible-inventory reads; - reads a list, or what ansible-inventory --list prints',
  },
  limit: {
    kind: 'list',
    group: 'hosts',
    value: 'PATTERN',
    doc: 'With --hosts: only hosts and groups that match these names or globs; !PATTERN leaves out, &PATTERN keeps only what also matches',
  },
  parallel: {
    kind: 'count',
    group: 'hosts',
    value: 'N',
    doc: 'With --hosts: how many hosts at once (default: ten for each CPU, at most 50, fewer with little memory)',
  },
} as const;
