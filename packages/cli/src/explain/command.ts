import { command } from '../command.js';
import { options } from './options.js';

export default command({
  usage: '[options] SPEC [ARCHIVE]',
  doc: 'Explain why a spec is collected on this host or not: its condition and what decides it, its provider and the elements it returns, what would be run and read, and what prevents it. With an archive, show its outcome there, and evaluate its condition and provider from the archive. Collects nothing.',
  options,
  operands: [1, 2],
  examples: [
    ['hostspec explain ethtool', 'a spec on this host'],
    ['hostspec explain aws_instance_id_doc host.tar.gz', 'a spec in an archive'],
  ],
  run: async (values, [spec = '', archive], io) =>
    (await import('./explain-spec.js')).explainSpec(spec, archive, values, io),
});
