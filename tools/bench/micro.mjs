import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sshHosts } from '../fleet/ssh-hosts.mjs';
import { sameWork, stubHost, withoutFilters } from './scenarios.mjs';
import { compare } from './statistics.mjs';
import { hostspec, measure } from './tools.mjs';

const roundTrip = 50;

// What the shell on the host uses before the runner is there.
const shellPrograms =
  'chmod dd env gzip head ls mkdir mv openssl rm rmdir sha256sum shasum true umask uname wc'.split(' ');

/** Programs that run for themselves: medians in ms. */
const startUp = ({ scratch, rounds }) => {
  const runners = {
    'node -e 0': `${process.execPath} -e 0`,
    'hostspec --help': `${hostspec} --help`,
    'hostspec --version': `${hostspec} --version`,
    'hostspec catalog --json': `${hostspec} catalog --json`,
    'hostspec plan --json': `${hostspec} plan --json`,
  };
  // They are short.
  return inMilliseconds(measure(runners, { rounds: 3 * rounds, scratch }), 'node -e 0');
};

/** The same collection over a network: medians in ms. */
const overSsh = async (options) => inMilliseconds(await runOverSsh(options), 'on the host');

/** One host over ssh, and so many at once, all of which are this machine: their work is in the time, too. */
const fleet = ({ scratch, rounds }) => {
  const folder = join(scratch, 'fleet');
  mkdirSync(folder);
  const hosts = Array.from({ length: 100 }, (_, index) => `h${index + 1}\n`);
  writeFileSync(join(folder, 'hosts'), hosts.join(''));
  const collect = `${hostspec} collect --quiet --output $out/archives`;
  const runners = {
    'one host': `${collect} --host h1`,
    [`${hosts.length} hosts`]: `${collect} --hosts ${folder}/hosts --parallel ${hosts.length}`,
  };
  const runs = measure(runners, { enter: sshHosts(folder), rounds: Math.min(rounds, 3), scratch });
  return inMilliseconds(runs, 'one host');
};

const parts = { 'start-up': startUp, 'over-ssh': overSsh, fleet };

/** The names of the microbenchmarks. */
export const microNames = Object.keys(parts);

/** Runs a microbenchmark; resolves to `{ unit, base, entries }`, an entry being `{ median, ratio, spread, peak }`, with the bytes of its own process. */
export const micro = (name, options) => parts[name](options);

const inMilliseconds = (runs, base) => {
  for (const { runner, status } of runs) if (status !== 0) throw new Error(`${runner} ended with ${status}`);
  const scaled = runs.map((run) => ({ ...run, wall: 1000 * run.wall }));
  const entries = Object.entries(compare(scaled, base, ['wall', 'peak']));
  return {
    unit: 'ms',
    base,
    entries: Object.fromEntries(
      entries.map(([runner, { wall, peak }]) => [runner, { ...wall, peak: peak.median }]),
    ),
  };
};

/**
 * The runs of scenario (b) on the host itself and over ssh with a round trip of 50 ms, each of which connects anew: the runner is there, or
 * is sent; and over a connection that ssh keeps. A login by ssh alone is for comparison.
 */
const runOverSsh = async ({ scratch, rounds }) => {
  const [folder, network] = ['over-ssh', 'network'].map((name) => join(scratch, name));
  for (const made of [folder, network]) mkdirSync(made);
  const host = await stubHost(folder, 2, scratch, shellPrograms);
  const config = await sameWork(folder);
  const collect = `${hostspec} collect --quiet --skip '${withoutFilters.join()}' --config ${config}`;
  const runners = {
    'on the host': `${network}/inner ${collect} --force --output /mnt/archive.tar.gz`,
    'ssh HOST true': 'ssh root@far true',
    'over ssh': `${collect} --host root@far --keep-runner --output $out/archive.tar.gz`,
    'over ssh, kept login': `${collect} --host root@farshared --keep-runner --output $out/archive.tar.gz`,
    'over ssh, first': `${collect} --host root@far --output $out/archive.tar.gz`,
  };
  // The runner of the first round is the one that is there later.
  const runs = measure(runners, {
    enter: sshHosts(network, { roundTrip, host }),
    rounds: rounds + 1,
    scratch,
  });
  return runs.filter(({ round }) => round > 0);
};
