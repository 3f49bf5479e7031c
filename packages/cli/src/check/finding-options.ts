import { hostOptions } from '../shared-options.js';

/** The options of every command that looks for findings. */
export const findingOptions = {
  findings: {
    kind: 'list',
    value: 'PATH',
    doc: 'Look also for the problems of this YAML or JSON file, or of the files of this directory',
  },
  'skip-finding': {
    kind: 'list',
    value: 'ID',
    doc: 'Do not look for problems that match these ids or globs',
  },
  config: hostOptions.config,
} as const;
