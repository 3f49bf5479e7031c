import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { prepareHost } from '../test/prepared-host/host.mjs';
import { pythonOf } from '../test/python.mjs';
import { compare } from './statistics.mjs';
import { compile, hostspec, inside, measure } from './tools.mjs';

const MiB = 1024 * 1024;
const logs = ['messages', 'secure', 'cron', 'yum.log', 'squid/cache.log'].map((name) => `/var/log/${name}`);

// Bytes of logs, and files for each pattern, on the prepared hosts; Ethernet interfaces of this host.
const scenarios = {
  a: {},
  b: { copies: 2, logBytes: 0 },
  c10: { copies: 2, logBytes: 10 * MiB, maxRounds: 3 },
  c: { copies: 2, logBytes: 2048 * MiB, maxRounds: 3 },
  d: { copies: 20, logBytes: 0 },
  i: { interfaces: 1000, only: 'ethtool*', maxRounds: 3 },
};

// The catalog of the peer: the prepared host has a stub for each of its programs, and none for others.
const sameEntries = ['--variant', 'b'];

// Without the filters of rules, insights-core collects none of these.
export const withoutFilters = [
  'block_devices_by_uuid',
  'du_dirs',
  'group_info',
  'httpd_pid',
  'ls_*',
  'lsattr',
  'ovs_vsctl_list_br',
  'rpm_V_package',
];

/** The names of the scenarios. */
export const scenarioNames = Object.keys(scenarios);

/**
 * Runs hostspec, its peers and the floor in turn; resolves to `{ rounds, jobs, programs, files, runners }`, each runner
 * with its medians and its ratios to the floor.
 */
export const runScenario = async (name, { scratch, rounds, jobs }) => {
  const { copies, logBytes, interfaces, only = '*', maxRounds = rounds } = scenarios[name];
  const folder = join(scratch, name);
  mkdirSync(folder);
  const enter =
    copies === undefined ? withInterfaces(interfaces) : await prepared(folder, copies, logBytes, scratch);
  const config = await sameWork(folder);
  const work = workOf(enter, ['--only', only, '--config', config]);
  const list = join(folder, 'work');
  writeFileSync(list, floorList(work));
  const collect = `${hostspec} collect --quiet ${sameEntries.join(' ')} --only "${only}" --skip ${withoutFilters.join()} --jobs ${jobs} --config ${config} --max-item-bytes 1G --max-bytes 16G`;
  const runners = {
    hostspec: `${collect} --format directory --output $out/archive`,
    'hostspec, tar.gz': `${collect} --output $out/archive.tar.gz`,
    'hostspec, in process': `${collect} --in-process --format directory --output $out/archive`,
    'hostspec, secrets kept': `${collect} --keep-secrets --format directory --output $out/archive`,
    'hostspec, mapped': `${collect} --map identity --key ${key(folder)} --format directory --output $out/archive`,
    floor: `${compile('floor', scratch)} ${list} $out ${jobs}`,
    ...(only === '*' ? peersOf(name) : {}),
  };
  const done = Math.min(rounds, maxRounds);
  const runs = measure(runners, { enter, rounds: done, scratch });
  rmSync(folder, { recursive: true });
  return {
    rounds: done,
    jobs,
    programs: work.commands.length,
    files: work.files.length,
    runners: compare(runs, 'floor'),
  };
};

/** The path of a key that mappings use. */
const key = (folder) => {
  const path = join(folder, 'key');
  writeFileSync(path, `${'ab'.repeat(32)}\n`, { mode: 0o600 });
  return path;
};

/**
 * Prepares a host below a folder in which every program is the same small one, but those whose names are `kept`; resolves to the words that
 * enter it.
 */
export const stubHost = async (folder, copies, scratch, kept = []) => {
  const stub = readFileSync(compile('stub', scratch));
  const line = 'key = value # a line of a configuration file, as long as most are\n';
  const content = line.repeat(30);
  const program = (path) => (kept.includes(basename(path)) ? readFileSync(path) : stub);
  return prepareHost(folder, { program, file: () => content, copies }, [scratch]);
};

const addPairs = `
seq "$1" | sed 's/.*/link add a& type veth peer name b&/' | ip -batch -
shift
exec "$@"`;

/** The words that enter this host with so many Ethernet interfaces, which are pairs of veth, or as it is. */
const withInterfaces = (count) =>
  count === undefined ? [] : ['sh', '-ec', addPairs, 'sh', String(count / 2)];

const prepared = async (folder, copies, logBytes, scratch) => {
  const enter = await stubHost(folder, copies, scratch);
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
export const sameWork = async (folder) => {
  const { defaultSpecs } = await import('../../packages/default-specs/dist/index.js');
  const config = join(folder, 'config.json');
  const lists = Object.values(defaultSpecs.settings).filter((setting) => Array.isArray(setting.default));
  writeFileSync(config, JSON.stringify(Object.fromEntries(lists.map((setting) => [setting.name, []]))));
  return config;
};

/** The work on a host according to the plan: the command lines, and the files that exist. */
const workOf = (enter, options) => {
  const [program, ...args] = [
    ...inside,
    ...enter,
    ...hostspec.split(' '),
    'plan',
    '--json',
    ...sameEntries,
    '--skip',
    withoutFilters.join(),
    ...options,
  ];
  const plan = execFileSync(program, args, { encoding: 'utf8', maxBuffer: 64 * MiB });
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
