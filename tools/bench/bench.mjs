#!/usr/bin/env node
// Runs hostspec, its peers and the floor in turn on prepared hosts, and prints what each used as ratios.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { applyBrand } from '../../packages/spec/dist/index.js';
import { peerPython } from '../peer/python.mjs';
import { floorList, workList, writeLayer } from './prepared-host.mjs';
import { compare, table } from './statistics.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../../', import.meta.url));
const MiB = 1024 * 1024;

const { values: options } = parseArgs({
  options: {
    scenario: { type: 'string', multiple: true, default: ['a', 'b', 'c', 'd'] },
    rounds: { type: 'string', default: '7' },
    json: { type: 'string' },
    jobs: { type: 'string', default: '4' },
    peers: { type: 'boolean', default: true },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
  allowNegative: true,
});
if (options.help) {
  process.stdout.write(
    'bench [--scenario a|b|c|d]… [--rounds N] [--jobs N] [--no-peers] [--json FILE]\n' +
      '  a  this host          b  a stub for every program of the catalog, a file for every path\n' +
      '  c  b with 2 GB of logs  d  b with ten times the files of the patterns\n',
  );
  process.exit(0);
}
if (process.getuid?.() !== 0)
  throw new Error('bench needs root: it mounts a prepared host in a namespace of its own');

const scratch = mkdtempSync(join(tmpdir(), 'hostspec-bench-'));
const tools = Object.fromEntries(
  ['measure', 'floor', 'stub'].map((name) => {
    execFileSync('cc', ['-O2', '-static', '-o', join(scratch, name), join(here, `${name}.c`)]);
    return [name, join(scratch, name)];
  }),
);
const { defaultSpecs } = await import('../../packages/default-specs/dist/index.js');
const specs = Object.fromEntries(
  Object.entries(defaultSpecs.specs).map(([name, spec]) => [name, applyBrand(name, spec)]),
);
const list = workList(specs);
const logPaths = [
  '/var/log/messages',
  '/var/log/secure',
  '/var/log/cron',
  '/var/log/yum.log',
  '/var/log/squid/cache.log',
];
const scenarios = {
  a: undefined,
  b: {},
  c: { logs: logPaths.map((path) => [path, 400 * MiB]) },
  d: { perPattern: 20 },
};
const hostspec = `${process.execPath} ${root}packages/cli/bin/hostspec.js`;
// Lists that filters of private rules fill at the peer are empty there: the same work for both.
const config = join(scratch, 'config.json');
const lists = Object.values(defaultSpecs.settings).filter((setting) => Array.isArray(setting.default));
writeFileSync(config, JSON.stringify(Object.fromEntries(lists.map((setting) => [setting.name, []]))));
const results = {};
try {
  for (const name of options.scenario) results[name] = scenario(name);
} finally {
  if (!options.keep) rmSync(scratch, { recursive: true, force: true });
}
const report = {
  rounds: Number(options.rounds),
  jobs: Number(options.jobs),
  node: process.version,
  scenarios: results,
};
if (options.json) writeFileSync(options.json, `${JSON.stringify(report, undefined, 2)}\n`);

function scenario(name) {
  if (!(name in scenarios))
    throw new Error(`--scenario ${name} is not known; allowed: ${Object.keys(scenarios).join(', ')}`);
  const layer = scenarios[name] === undefined ? '' : join(scratch, `layer-${name}`);
  let work;
  if (layer !== '') {
    mkdirSync(layer);
    work = writeLayer(layer, list, { stub: tools.stub, ...scenarios[name] });
  } else work = ownWork();
  const floor = join(scratch, `floor-${name}`);
  writeFileSync(floor, floorList(work));
  const runners = [
    [
      'hostspec',
      `${hostspec} collect --format directory --output $out/archive --jobs ${options.jobs} --quiet`,
    ],
    [
      'hostspec tar.gz',
      `${hostspec} collect --output $out/archive.tar.gz --jobs ${options.jobs} --config ${config} --quiet`,
    ],
    ['floor', `${tools.floor} ${floor} $out ${options.jobs}`],
    ...(options.peers ? peers(name) : []),
  ];
  const series = join(scratch, `series-${name}`);
  writeFileSync(series, `${runners.map((runner) => runner.join('\t')).join('\n')}\n`);
  const log = join(scratch, `results-${name}`);
  // Node's own certificates would be read at every start.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const { status } = spawnSync(
    join(here, 'inside.sh'),
    [layer, join(here, 'series.sh'), tools.measure, options.rounds, series],
    { stdio: ['ignore', 'inherit', 'inherit', openSync(log, 'w')], env },
  );
  if (status !== 0) throw new Error(`scenario ${name} ended with ${status}`);
  const runs = readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const brace = line.indexOf('{');
      return { runner: line.slice(0, brace).trim(), ...JSON.parse(line.slice(brace)) };
    });
  const compared = compare(runs, 'floor');
  process.stdout.write(
    `\n(${name}) ${work.commands.length} programs, ${work.files.length} files, ${options.rounds} rounds\n${table(compared)}\n`,
  );
  return { programs: work.commands.length, files: work.files.length, runners: compared };
}

/** On this host the floor does what hostspec found to do: the plan says it. */
function ownWork() {
  const plan = spawnSync(
    process.execPath,
    [`${root}packages/cli/bin/hostspec.js`, 'plan', '--json', '--config', config],
    {
      encoding: 'utf8',
      maxBuffer: 64 * MiB,
    },
  );
  const planned = JSON.parse(plan.stdout);
  const found = planned.specs
    .flatMap((spec) => spec.sources)
    .filter(({ gap }) => gap === undefined)
    .map(({ source }) => source);
  const commands = found.flatMap(({ argv }) => (argv && existsSync(argv[0]) ? [argv] : []));
  const files = found.flatMap(({ path }) => (path && existsSync(path) ? [path] : []));
  return { commands, files };
}

/** Peers that are on this machine; insights-core is installed by tools/peer. */
function peers(name) {
  const found = [];
  try {
    found.push(['insights-core', `${peerPython()} -m insights.collect -o $out -q`]);
  } catch (error) {
    process.stderr.write(`without insights-core: ${error.message}\n`);
  }
  if (name === 'a' && existsSync('/usr/bin/sos'))
    found.push(['sosreport', '/usr/bin/sos report --batch --quiet --tmp-dir $out']);
  return found;
}
