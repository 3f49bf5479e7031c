import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sshHosts } from '../fleet/ssh-hosts.mjs';
import { runOverSsh } from './over-ssh.mjs';
import { compare } from './statistics.mjs';
import { hostspec, measure } from './tools.mjs';

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
