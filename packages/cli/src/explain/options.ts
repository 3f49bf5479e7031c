import { hostOptions, redactionOptions, remoteOptions } from '../shared-options.js';

/** The options of the command. */
export const options = {
  variant: hostOptions.variant,
  catalog: hostOptions.catalog,
  packages: hostOptions.packages,
  root: hostOptions.root,
  ...remoteOptions,
  config: hostOptions.config,
  brand: hostOptions.brand,
  offline: hostOptions.offline,
  'allow-state-changes': hostOptions['allow-state-changes'],
  'enter-mounts': hostOptions['enter-mounts'],
  timeout: hostOptions.timeout,
  ...redactionOptions,
  map: hostOptions.map,
  keywords: hostOptions.keywords,
  deny: hostOptions.deny,
  json: { kind: 'flag', doc: 'Print one JSON object' },
} as const;
