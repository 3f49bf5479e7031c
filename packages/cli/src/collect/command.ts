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
    doc: 'The archive: a new file or an archive to replace, for directory a new or an empty folder, for ndjson a file or - for standard output, in a directory that nobody else can change (default: a name from host and time, in the current directory)',
  },
  force: { kind: 'flag', doc: 'Replace any file at --output, not only an archive of hostspec' },
  ...hostOptions,
  jobs: {
    kind: 'count',
    value: 'N',
    doc: 'Commands that run at once (default: twice the processors, 2 to 8)',
  },
  'max-time': {
    kind: 'seconds',
    value: 'SECONDS',
    doc: 'Time for the whole run; what is not reached by then is marked so',
  },
  'max-bytes': {
    kind: 'bytes',
    value: 'BYTES',
    doc: 'Content in all, such as 500M; what is not reached by then is marked so',
  },
  'max-item-bytes': {
    kind: 'bytes',
    value: 'BYTES',
    doc: 'Content of one file or command; of a larger file the end is kept, of a longer output the beginning (default 200M)',
  },
  quiet: { kind: 'flag', doc: "Print nothing but the archive's path" },
  json: { kind: 'flag', doc: 'Print the summary as one JSON object' },
} as const;

export default command({
  usage: '[options]',
  doc: "Collect this host into an archive and print a summary, whose last line is the archive's path. The archive has an outcome with its reason for every spec.",
  options,
  examples: [
    ['hostspec collect', 'everything that is installed'],
    ['hostspec collect --domain kernel,storage', 'two domains'],
    ["hostspec collect --only 'ethtool*' --format ndjson --output -", 'some specs, to a pipe'],
    ['hostspec collect --root /mnt/image', 'the files of an image that is mounted there'],
    ['hostspec collect --archive sosreport-web01.tar.xz', 'what a sos report has of the catalog'],
  ],
  notes: `Exit status: 0 collected (whatever single specs met), 1 failure or nothing collected, 2 usage or bad catalog, 3 no space for the archive, 129, 130 or 143 ended by SIGHUP, SIGINT or SIGTERM: what was collected until then is in a valid archive. A second signal ends at once; hostspec finish then makes the archive from what is left.`,
  run: async (values, _operands, io) => (await import('./collect-host.js')).collectHost(values, io),
});
