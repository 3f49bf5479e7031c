import { forceArchive, hostOptions } from '../shared-options.js';

/** The options of the command. */
export const options = {
  output: {
    kind: 'text',
    short: 'o',
    value: 'PATH',
    doc: 'Where to write the copy: a new file or directory, or with - standard output, for a single file, a stream or NDJSON; required',
  },
  force: forceArchive,
  map: {
    ...hostOptions.map,
    doc: `${hostOptions.map.doc}. The names are those of the host of an archive, and for a single file or a stream those of this host`,
  },
  'map-list': hostOptions['map-list'],
  key: hostOptions.key,
  keywords: hostOptions.keywords,
  rules: hostOptions.rules,
  deny: {
    ...hostOptions.deny,
    doc: 'What must not be in the copy, in YAML, as for collect (default: /etc/hostspec/deny.yaml, if it exists); the files of insights-client for this are read, too',
  },
  config: {
    ...hostOptions.config,
    doc: 'Settings in YAML or JSON (default: /etc/hostspec/config.yaml, if it exists); used here are rules and deny, and with --map also key, keywords and map-list',
  },
} as const;
