import { command } from '../command.js';

export default command({
  usage: '[options] PATH',
  doc: 'Look for passwords, keys, tokens and other secrets in an archive of hostspec, insights-core or sos, in any other tar, in a directory or in a single file; with -, in standard input. Names, targets of links and members in gzip and tar are checked too. Prints where each secret is and the rule that found it, never the secret. Masks that hostspec put in place of secrets are not reported. A result without findings shows that no rule of this version matches, not that no secret is there: a password that nothing around it shows is not found, nor are values that the same rules missed when the archive was made. The exit status is 0 only if everything was checked and no rule matches; it is 1, and the member is named, if something could not be read or looked into, such as xz, zstd, zip, or UTF-16 without its mark.',
  options: { json: { kind: 'flag', doc: 'Print one JSON object' } },
  operands: [1, 1],
  examples: [
    ['hostspec check-secrets host.tar.gz', 'before the archive leaves this host'],
    ['hostspec check-secrets sosreport.tar.xz --json', 'the same for programs'],
    ['journalctl | hostspec check-secrets -', 'the output of a program'],
  ],
  run: async (values, [path = ''], io) => (await import('./check-secrets.js')).checkSecrets(path, values, io),
});
