import { fact, hostNames, namesIn, processesNamed } from '@hostspec/facts';
import {
  type Context,
  defineProvider,
  defineSetting,
  type Host,
  type Nothing,
  nothing,
  nothingWithout,
  readText,
} from '@hostspec/spec';

const unit = /^(milliseconds?|msecs?|seconds?|secs?|minutes?|mins?|hours?)$/;

/** Where pmlogger keeps its archives. */
const pmloggerDirectory = '/var/log/pcp/pmlogger';

/** Yesterday's archive in a directory named after the host: the one with the newest index, then with the most files. */
const pcpArchive = fact(async (host): Promise<PcpArchive | undefined> => {
  const names = await hostNames(host);
  const known = [names.default, names.full, names.full?.split('.')[0]].filter((name) => name !== undefined);
  const directories = [...new Set(known)].filter((name) => !/\/|^\.\.?$/.test(name)).sort();
  const candidates = await Promise.all(
    directories.map((name) => candidateIn(host, `${pmloggerDirectory}/${name}`)),
  );
  const [best] = candidates
    .filter((candidate) => candidate !== undefined)
    .sort((a, b) => b.modified - a.modified || b.files.length - a.files.length);
  return best;
});

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

/** Yesterday in the local time of the host, as PCP writes it in names of files: `YYYYMMDD`. */
export function yesterday(): string {
  const date = new Date();
  date.setDate(date.getDate() - 1);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${date.getFullYear()}${month}${day}`;
}

/** Yesterday's PCP archive. */
interface PcpArchive {
  /** All its files, sorted. */
  readonly files: readonly string[];
  /** The file that PCP's programs take as the archive's name. */
  readonly index: string;
}

interface Candidate extends PcpArchive {
  readonly modified: number;
}

async function candidateIn(host: Host, directory: string): Promise<Candidate | undefined> {
  const day = yesterday();
  const index = `${directory}/${day}.index`;
  const names = (await namesIn(host, directory)).filter(
    (name) => name === `${day}.index` || (name.startsWith(`${day}.`) && name.endsWith('.xz')),
  );
  const found = await Promise.all(
    names.map(async (name) => ({
      path: `${directory}/${name}`,
      facts: await host.stat(`${directory}/${name}`),
    })),
  );
  const files = found.filter(({ facts }) => facts?.kind === 'file');
  const indexFacts = files.find(({ path }) => path === index)?.facts;
  const parts = files.filter(({ path }) => /\.(index|meta\.xz|0\.xz)$/.test(path));
  if (!indexFacts || parts.length < 3) return undefined;
  return { files: files.map(({ path }) => path).sort(), index, modified: indexFacts.modified };
}

/** The content of a pmlogger configuration: the metrics logged as `mandatory on`, or why it cannot be read. */
type PmloggerConfiguration = { readonly mandatory: readonly string[] } | { readonly problem: string };

interface Token {
  readonly text: string;
  readonly line: number;
}

/** Reads a pmlogger configuration; metrics distinct and sorted, without instances and the access section. */
export function parsePmlogger(text: string): PmloggerConfiguration {
  const tokens = tokensOf(text);
  const mandatory = new Set<string>();
  let position = 0;
  const peek = () => tokens[position]?.text;
  const take = (...texts: string[]) => texts.includes(peek() ?? '') && ++position > 0;

  /** Whether the access section begins here, which can be on the line of the last statement. */
  const isAccess = (): boolean =>
    ['[', 'access', ']'].every((word, index) => tokens[position + index]?.text === word);

  const metric = (): string | undefined => {
    const name = peek();
    if (name === undefined || !/^[A-Za-z][\w.]*$/.test(name)) return undefined;
    position++;
    if (isAccess() || !take('[')) return name;
    while (/^["\w]/.test(peek() ?? '')) {
      position++;
      take(',');
    }
    return take(']') ? name : undefined;
  };

  const interval = (): boolean => {
    if (take('once', 'default')) return true;
    take('every');
    if (!/^\d+$/.test(peek() ?? '')) return false;
    position++;
    return unit.test(peek() ?? '') && ++position > 0;
  };

  /** The metrics of one statement; undefined if it is incomplete. */
  const statement = (): string[] | undefined => {
    take('log');
    const isMandatory = take('mandatory');
    if (!isMandatory) take('advisory');
    const isOn = take('on');
    if (isOn ? !interval() : !take('off') && !(isMandatory && take('maybe'))) return undefined;
    const names: string[] = [];
    const isBlock = take('{');
    do {
      const name = metric();
      if (name === undefined) return undefined;
      names.push(name);
      if (isBlock) take(',');
    } while (isBlock && !take('}'));
    return isMandatory && isOn ? names : [];
  };

  while (position < tokens.length && !isAccess()) {
    const names = statement();
    if (!names) {
      const at = tokens[position];
      return { problem: at ? `line ${at.line} is wrong at ${JSON.stringify(at.text)}` : 'it breaks off' };
    }
    for (const name of names) mandatory.add(name);
  }
  return { mandatory: [...mandatory].sort() };
}

function tokensOf(text: string): Token[] {
  return text
    .split('\n')
    .flatMap((content, index) =>
      [...content.matchAll(/#.*|"[^"]*"?|\d+|[\w.]+|\S/g)].map(([token]) => ({
        text: token,
        line: index + 1,
      })),
    )
    .filter(({ text: token }) => !token.startsWith('#'));
}
