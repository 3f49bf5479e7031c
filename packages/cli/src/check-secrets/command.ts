import { command } from '../command.js';
import { options } from './options.js';

export default command({
  usage: '[options] PATH',
  doc: 'Look for passwords, keys, tokens and other secrets in an archive of hostspec, insights-core or sos, in any other tar, in a directory or in a single file; with -, in standard input. Names, targets of links and members in gzip and tar are checked too. Prints where each secret is and the rule that found it, never the secret. Masks that hostspec put in place of secrets are not reported. The exit status is 0 only if everything was checked and there is no secret; it is 1 if something could not be read or is packed in a way that is not opened, such as xz.',
  options,
  operands: [1, 1],
  examples: [
    ['hostspec check-secrets host.tar.gz', 'before the archive leaves this host'],
    ['hostspec check-secrets sosreport.tar.xz --json', 'the same for programs'],
    ['journalctl | hostspec check-secrets -', 'the output of a program'],
  ],
  run: async (values, [path = ''], io) => (await import('./check-secrets.js')).checkSecrets(path, values, io),
});
