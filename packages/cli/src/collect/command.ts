import { command } from '../command.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { options } from '../runs/collect-options.js';
import { usageError } from '../usage-error.js';

export default command({
  usage: '[options]',
  doc: "Collect data from this host into an archive and print a summary. The last line is the archive's path; on a terminal, the command that shows its summary follows. The archive contains an outcome for every spec, with a reason.",
  options,
  examples: [
    ['sudo hostspec collect', 'this host, with every installed domain'],
    ['hostspec collect --domain kernel,storage', 'two domains'],
    ["hostspec collect --only 'ethtool*' --format ndjson --output -", 'some specs, to standard output'],
    ['hostspec collect --root /mnt/image', 'the files of a mounted image'],
    ['hostspec collect --host web01 --sudo', 'another host, over ssh, as root'],
    ['hostspec collect --host kube://prod/shop/web-0', 'a container of a pod, over kubectl'],
    [
      'hostspec collect --host kube-node://prod/node-1 --node-image IMAGE',
      'a node of Kubernetes, through a pod that is removed again',
    ],
    ['hostspec plan --json > plan.json; hostspec collect --plan plan.json', 'what was reviewed'],
    ['hostspec collect --archive sosreport-web01.tar.xz', 'the content of a sos report'],
    ['hostspec collect --hosts inventory.ini --limit web --output run1', 'a group of an Ansible inventory'],
  ],
  notes: `Exit status: 0 data was collected, even if single specs failed; 1 failure, nothing was collected, or a host of --hosts is not collected; 2 invalid command line, configuration or catalog; 3 no space for the archive; 129, 130 or 143 ended by SIGHUP, SIGINT or SIGTERM.

After the first signal, hostspec completes the archive with everything collected so far. A second signal ends it at once; hostspec finish can then build the archive from the work directory.`,
  run: async (values, _operands, io) => {
    try {
      return await collect(values, io);
    } catch (error) {
      // A program that reads the summary gets the code of the error in its place; standard output may be the archive.
      if (values.json && values.output !== '-') await writeError(error, io);
      throw error;
    }
  },
});

async function writeError(error: unknown, { out }: Io): Promise<void> {
  const { isHostspecError } = await import('@hostspec/spec');
  const { errorText } = await import('../error-text.js');
  if (isHostspecError(error))
    out.write(`${JSON.stringify({ error: { code: error.code, message: errorText(error) } })}\n`);
}

async function collect(values: Values<typeof options>, io: Io): Promise<number> {
  if (values.polite && values.jobs !== undefined)
    throw usageError(
      `--jobs ${values.jobs} cannot be combined with --polite, which runs one command at a time; give only one of them`,
      '--jobs',
      values.jobs,
    );
  if (values.hosts !== undefined) return (await import('../fleet/collect-fleet.js')).collectFleet(values, io);
  const loading = import('./collect-host.js');
  (await import('../runs/small-heap.js')).keepHeapSmall();
  return (await loading).collectHost(values, io);
}
