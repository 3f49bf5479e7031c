import { command } from '../command.js';
import { hostOptions } from '../load/options.js';

export const options = {
  variant: hostOptions.variant,
  catalog: hostOptions.catalog,
  packages: hostOptions.packages,
  root: hostOptions.root,
  config: hostOptions.config,
  brand: hostOptions.brand,
  offline: hostOptions.offline,
  'allow-state-changes': hostOptions['allow-state-changes'],
  'enter-mounts': hostOptions['enter-mounts'],
  timeout: hostOptions.timeout,
  json: { kind: 'flag', doc: 'Print one JSON object' },
} as const;

export default command({
  usage: '[options] SPEC [ARCHIVE]',
  doc: 'Say why a spec is collected on this host or not: its condition and what decides it, its provider and the elements that it gives, what is run and read, and what is in the way. With an archive, what became of it there, and what the archive tells of its condition and provider. Nothing is collected.',
  options,
  operands: [1, 2],
  examples: [
    ['hostspec explain ethtool', ''],
    ['hostspec explain aws_instance_id_doc host.tar.gz', ''],
  ],
  run: async (values, [spec = '', archive], io) =>
    (await import('./explain-spec.js')).explainSpec(spec, archive, values, io),
});
