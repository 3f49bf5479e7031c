import { processesNamed } from '@hostspec/facts';
import {
  type Context,
  defineProvider,
  defineSetting,
  type Nothing,
  nothing,
  nothingWithout,
  readText,
} from '@hostspec/spec';
import { type PcpArchive, pcpArchive, pmloggerDirectory, yesterday } from './pcp-archive.js';
import { parsePmlogger } from './pmlogger-configuration.js';

const configurationFile = '/var/lib/pcp/config/pmlogger/config.ros';

const zeroconfMetrics = [
  'disk.dev.total',
  'hinv.ncpu',
  'kernel.all.cpu.idle',
  'kernel.all.pressure.cpu.some.avg',
  'kernel.all.pressure.io.full.avg',
  'kernel.all.pressure.io.some.avg',
  'kernel.all.pressure.memory.full.avg',
  'kernel.all.pressure.memory.some.avg',
  'mem.physmem',
  'mem.util.available',
];

/** Whether performance archives are collected. */
export const rosCollect = defineSetting({
  name: 'ros_collect',
  doc: "Collect yesterday's PCP archive and its summary, which can be large",
  default: false,
});

/** Arguments for a summary of the metrics that are logged for resource optimisation. */
export const pmlogSummaryArgs = defineProvider({
  name: 'pmlog_summary_args',
  doc: `The index of yesterday's archive, by the local date, in ${pmloggerDirectory}/ros, and the sorted distinct metrics that ${configurationFile} logs as \`mandatory on\`, if a pmlogger is running. The reference implementation cannot read a configuration without an \`[access]\` section; here the section is optional, as in pmlogger.`,
  yields: 'arguments',
  async evaluate({ host }) {
    if ((await processesNamed(host, 'pmlogger')).length === 0) return nothing('no pmlogger is running');
    const index = `${pmloggerDirectory}/ros/${yesterday()}.index`;
    if ((await host.stat(index))?.kind !== 'file') return nothing(`there is no archive ${index}`, 'absent');
    const text = await readText(host, configurationFile);
    if (text === undefined) return nothingWithout(host, configurationFile);
    const configuration = parsePmlogger(text);
    if ('problem' in configuration) return nothing(`${configurationFile}: ${configuration.problem}`);
    if (configuration.mandatory.length === 0)
      return nothing(`${configurationFile} has no metric that is mandatory on`);
    return [index, ...configuration.mandatory];
  },
});

/** The files of yesterday's PCP archive. */
export const pcpRawFiles = defineProvider({
  name: 'pcp_raw_files',
  doc: `Sorted files of the archive that pmlogger made yesterday, by the local date, in the directory of ${pmloggerDirectory} named after the host: the .index and the .xz files, if there is an .index and at least three files end in .index, .meta.xz or .0.xz. If there are several directories, the one with the newest .index counts, then the one with the most files. Only if the setting ${rosCollect.name} is true. An archive without .index does not count; the reference implementation uses it and fails.`,
  yields: 'list',
  async evaluate(context) {
    const archive = await allowedArchive(context);
    return 'nothing' in archive ? archive : archive.files;
  },
});

/** Arguments for a summary of the main metrics in yesterday's PCP archive. */
export const pmlogSummaryArgsPcpZeroconf = defineProvider({
  name: 'pmlog_summary_args_pcp_zeroconf',
  doc: `The .index file of pcp_raw_files, and ten metrics of disk, CPU, memory and pressure in a fixed order. Only if the setting ${rosCollect.name} is true.`,
  yields: 'arguments',
  async evaluate(context) {
    const archive = await allowedArchive(context);
    return 'nothing' in archive ? archive : [archive.index, ...zeroconfMetrics];
  },
});

async function allowedArchive({ host, setting }: Context): Promise<PcpArchive | Nothing> {
  if (!setting(rosCollect)) return nothing(`the setting ${rosCollect.name} is false`);
  return (
    (await pcpArchive(host)) ??
    nothing(`there is no complete archive of yesterday for this host in ${pmloggerDirectory}`)
  );
}
