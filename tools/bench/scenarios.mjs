import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sshHosts } from '../fleet/ssh-hosts.mjs';
import { prepareHost } from '../test/prepared-host/host.mjs';
import { pythonOf } from '../test/python.mjs';
import { compare } from './statistics.mjs';
import { compile, hostspec, inside, measure } from './tools.mjs';

const MiB = 1024 * 1024;
// Programs at once, of hostspec and the floor.
const jobs = 4;

/** Bytes of logs on the prepared hosts; Ethernet interfaces of this host; the runners of what is no collection of this host. */
export const scenarios = {
  a: { what: 'this host' },
  b: { what: 'a stub for every program of the catalog, a file for every path', logBytes: 0 },
  c: { what: 'b with 2 GB of logs', logBytes: 2048 * MiB, maxRounds: 3 },
  i: {
    what: 'this host with 1,000 Ethernet interfaces: only ethtool',
    interfaces: 1000,
    only: 'ethtool*',
    maxRounds: 3,
  },
  start: { what: 'the start of the command', prepare: () => ({ base: 'node -e 0', runners: starts }) },
  fleet: {
    what: '100 hosts at once over ssh, all on this machine',
    prepare: (folder) => overSsh(folder),
    maxRounds: 3,
  },
};

// The catalog of the peer: the prepared host has a stub for each of its programs, and none for others.
const sameEntries = ['--variant', 'b'];

// Without the filters of rules, insights-core collects none of these.
const withoutFilters = [
  'block_devices_by_uuid',
  'du_dirs',
  'group_info',
  'httpd_pid',
  'ls_*',
  'lsattr',
  'ovs_vsctl_list_br',
  'rpm_V_package',
];

const starts = {
  'node -e 0': `${process.execPath} -e 0`,
  'hostspec --help': `${hostspec} --help`,
  'one spec': `${hostspec} collect --quiet --only uptime --output $out/archive.tar.gz`,
};

const overSsh = (folder) => {
  writeFileSync(join(folder, 'hosts'), Array.from({ length: 100 }, (_, index) => `h${index + 1}\n`).join(''));
  const collect = `${hostspec} collect --quiet --output $out/archives`;
  const runners = {
    'one host': `${collect} --host h1`,
    '100 hosts': `${collect} --hosts ${folder}/hosts --parallel 100`,
  };
  return { base: 'one host', runners, enter: sshHosts(folder) };
};

/**
 * Runs the runners of a scenario in turn; resolves to `{ work, base, rounds, runners }`: what they do, in words, and each runner with its
 * medians and its ratios to the base.
 */
export const runScenario = async (name, { scratch, rounds }) => {
  const { what, maxRounds = rounds, prepare = prepareCollection } = scenarios[name];
  const folder = join(scratch, name);
  mkdirSync(folder);
  const { work = what, base, runners, enter } = await prepare(folder, name, scratch);
  const done = Math.min(rounds, maxRounds);
  const runs = measure(runners, { enter, rounds: done, scratch });
  rmSync(folder, { recursive: true });
  return { work, base, rounds: done, runners: compare(runs, base) };
};

/** The collection of a host by hostspec, its peers and the floor. */
const prepareCollection = async (folder, name, scratch) => {
  const { logBytes, interfaces, only = '*' } = scenarios[name];
  const enter =
    logBytes === undefined ? withInterfaces(interfaces) : await stubHost(folder, logBytes, scratch);
  const config = await sameWork(folder);
  const work = workOf(enter, ['--only', only, '--config', config]);
  const list = join(folder, 'work');
  writeFileSync(list, floorList(work));
  const collect = `${hostspec} collect --quiet ${sameEntries.join(' ')} --only "${only}" --skip ${withoutFilters.join()} --jobs ${jobs} --config ${config} --max-item-bytes 1G --max-bytes 16G`;
  const runners = {
    hostspec: `${collect} --format directory --output $out/archive`,
    'hostspec, tar.gz': `${collect} --output $out/archive.tar.gz`,
    'hostspec, secrets kept': `${collect} --keep-secrets --format directory --output $out/archive`,
    floor: `${compile('floor', scratch)} ${list} $out ${jobs}`,
    ...(only === '*' ? peersOf(name) : {}),
  };
  return {
    work: `${work.commands.length} programs, ${work.files.length} files, ${jobs} at once`,
    base: 'floor',
    runners,
    enter,
  };
};

const addPairs = `
seq "$1" | sed 's/.*/link add a& type veth peer name b&/' | ip -batch -
shift
exec "$@"`;

/** The words that enter this host with so many Ethernet interfaces, which are pairs of veth, or as it is. */
const withInterfaces = (count) =>
  count === undefined ? [] : ['sh', '-ec', addPairs, 'sh', String(count / 2)];

const logs = ['messages', 'secure', 'cron', 'yum.log', 'squid/cache.log'].map((name) => `/var/log/${name}`);

/** Prepares a host below a folder in which every program is the same small one, with so many bytes of logs; resolves to the words that enter it. */
const stubHost = async (folder, logBytes, scratch) => {
  const stub = readFileSync(compile('stub', scratch));
  const content = 'key = value # a line of a configuration file, as long as most are\n'.repeat(30);
  const enter = await prepareHost(folder, { program: () => stub, file: () => content }, [scratch]);
  if (logBytes > 0)
    logs.forEach((path, seed) => {
      writeLog(join(folder, 'layer', path), logBytes / logs.length, seed);
    });
  return enter;
};

/** Writes a log of a given size whose lines are similar but different; each `seed` gives another log. */
const writeLog = (file, bytes, seed) => {
  const lines = Array.from({ length: 20_000 }, (_, i) => logLine(i + seed * 1_000_003));
  const block = Buffer.from(lines.join(''));
  writeFileSync(file, '');
  for (let left = bytes; left > 0; left -= block.length) appendFileSync(file, block.subarray(0, left));
};

const logLine = (i) => {
  const time = [i % 24, (i * 3) % 60, (i * 7) % 60].map((part) => String(part).padStart(2, '0')).join(':');
  const request = (i * 2654435761) % 4294967296;
  return `Nov 21 ${time} host${i % 13} daemon[${(i * 7919) % 32768}]: request ${request} took ${i % 997} ms\n`;
};

/** The configuration that makes hostspec do the same as the peer: the lists that filters would fill are empty. */
const sameWork = async (folder) => {
  const { defaultSpecs } = await import('../../packages/default-specs/dist/index.js');
  const config = join(folder, 'config.json');
  const lists = Object.values(defaultSpecs.settings).filter((setting) => Array.isArray(setting.default));
  writeFileSync(config, JSON.stringify(Object.fromEntries(lists.map((setting) => [setting.name, []]))));
  return config;
};

/** The work on a host according to the plan: the command lines, and the files that exist. */
const workOf = (enter, options) => {
  const skip = ['--skip', withoutFilters.join()];
  const [program, ...args] = [...inside, ...enter, ...hostspec.split(' '), 'plan', '--json', ...skip];
  const plan = execFileSync(program, [...args, ...sameEntries, ...options], {
    encoding: 'utf8',
    maxBuffer: 64 * MiB,
  });
  const sources = JSON.parse(plan).described.flatMap((spec) => spec.sources);
  const there = sources.filter(({ gap }) => gap === undefined).map(({ source }) => source);
  return {
    commands: there.flatMap(({ argv }) => (argv === undefined ? [] : [argv])),
    files: there.flatMap(({ kind, path }) => (kind === 'file' ? [path] : [])),
  };
};

/** The floor's list of work. */
const floorList = ({ files, commands }) => {
  const absolute = ([program, ...args]) => [program.includes('/') ? program : `/usr/bin/${program}`, ...args];
  const clean = (argv) => argv.every((word) => word !== '' && !/[\t\n]/.test(word));
  const lines = [
    ...commands
      .filter(clean)
      .map(absolute)
      .map((argv) => ['C', ...argv]),
    ...files.map((file) => ['F', file]),
  ];
  return `${lines.map((line) => line.join('\t')).join('\n')}\n`;
};

/** The peers that are on this machine: tools/peer installs insights-core. */
const peersOf = (name) => {
  const found = {};
  try {
    found['insights-core'] =
      `env INSIGHTS_FILTERS_ENABLED=False ${pythonOf('peer')} -m insights.collect -o $out -q`;
  } catch (error) {
    console.error(`without insights-core: ${error.message}`);
  }
  if (name === 'a' && existsSync('/usr/bin/sos'))
    found.sosreport = '/usr/bin/sos report --batch --quiet --tmp-dir $out';
  return found;
};
