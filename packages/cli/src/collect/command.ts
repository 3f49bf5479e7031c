import { command } from '../command.js';
import { hostOptions } from '../load/options.js';

export const options = {
  format: {
    kind: 'text',
    choices: ['tar.gz', 'directory', 'ndjson'],
    doc: 'Format of the archive (default tar.gz)',
  },
  output: {
    kind: 'text',
    value: 'PATH',
    doc: 'Where to write the archive: a new file or an archive to replace; for directory, a new or empty directory; for ndjson, also - for standard output. Other users must not be able to change the parent directory (default: insights-HOST-TIME in the current directory)',
  },
  force: { kind: 'flag', doc: 'Replace any file at --output, not only a hostspec archive' },
  plan: {
    kind: 'text',
    value: 'FILE',
    doc: 'Collect exactly this plan, printed by hostspec plan --json on this host; - reads it from standard input',
  },
  ...hostOptions,
  jobs: {
    kind: 'count',
    value: 'N',
    doc: 'How many commands run at once (default: twice the number of CPUs, at least 2 and at most 8)',
  },
  'max-time': {
    kind: 'seconds',
    value: 'SECONDS',
    doc: 'Time limit for the whole run; anything unreached is marked skipped',
  },
  'max-bytes': {
    kind: 'bytes',
    value: 'BYTES',
    doc: 'Size limit for all content together, such as 500M; anything unreached is marked skipped',
  },
  'max-item-bytes': {
    kind: 'bytes',
    value: 'BYTES',
    doc: 'Size limit for one file or command; keeps the end of larger files and the beginning of longer output (default 200M)',
  },
  quiet: { kind: 'flag', doc: "Print only the archive's path" },
  json: { kind: 'flag', doc: 'Print the summary as one JSON object' },
} as const;

export default command({
  usage: '[options]',
  doc: "Collect data from this host into an archive and print a summary. The last line is the archive's path. The archive contains an outcome for every spec, with a reason.",
  options,
  examples: [
    ['hostspec collect', 'every installed domain'],
    ['hostspec collect --domain kernel,storage', 'two domains'],
    ["hostspec collect --only 'ethtool*' --format ndjson --output -", 'some specs, to standard output'],
    ['hostspec collect --root /mnt/image', 'the files of a mounted image'],
    ['hostspec plan --json > plan.json; hostspec collect --plan plan.json', 'what was reviewed'],
    ['hostspec collect --archive sosreport-web01.tar.xz', 'the content of a sos report'],
  ],
  notes: `Exit status: 0 data was collected, even if single specs failed; 1 failure, or nothing was collected; 2 invalid command line, configuration or catalog; 3 no space for the archive; 129, 130 or 143 ended by SIGHUP, SIGINT or SIGTERM.

After the first signal, hostspec completes the archive with everything collected so far. A second signal ends it at once; hostspec finish can then build the archive from the work directory.`,
  run: async (values, _operands, io) => (await import('./collect-host.js')).collectHost(values, io),
});
