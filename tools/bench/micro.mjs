import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeLog } from './log.mjs';
import { runOverSsh } from './over-ssh.mjs';
import { compare } from './statistics.mjs';
import { hostspec, measure } from './tools.mjs';

const MiB = 1024 * 1024;

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

/** The same content packed by hostspec, which also hashes it, and by others: medians in ms. */
const archive = ({ scratch, rounds }) => {
  const folder = join(scratch, 'archive');
  mkdirSync(join(folder, 'logs'), { recursive: true });
  for (let i = 0; i < 10; i++) writeLog(join(folder, 'logs', `${i}.log`), 25 * MiB, i);
  const catalog = join(folder, 'catalog.json');
  const logs = { type: 'glob_file', patterns: [join(folder, 'logs/*')], doc: 'Logs' };
  writeFileSync(catalog, JSON.stringify({ name: 'logs', version: '1.0.0', extends: [], add: { logs } }));
  const collect = `${hostspec} collect --quiet --catalog ${catalog}`;
  const runners = {
    'tar cz': `tar czf $out/archive.tar.gz -C ${folder} logs`,
    gzip: `cat ${folder}/logs/* | gzip > $out/archive.gz`,
    'hostspec, tar.gz': `${collect} --output $out/archive.tar.gz`,
    'hostspec, directory': `${collect} --format directory --output $out/archive`,
    'cp -r': `cp -r ${folder}/logs $out/`,
  };
  const runs = measure(runners, { rounds: Math.min(rounds, 3), scratch });
  rmSync(folder, { recursive: true });
  return { ...inMilliseconds(runs, 'tar cz'), unit: 'ms for 250 MB of logs' };
};

/** The same collection over a network: medians in ms. */
const overSsh = async (options) => inMilliseconds(await runOverSsh(options), 'on the host');

const parts = {
  'start-up': startUp,
  archive,
  'over-ssh': overSsh,
};

/** The names of the microbenchmarks. */
export const microNames = Object.keys(parts);

/** Runs a microbenchmark; resolves to `{ unit, base, entries }`, an entry being `{ median, ratio, spread }`. */
export const micro = (name, options) => parts[name](options);

const inMilliseconds = (runs, base) => {
  for (const { runner, status } of runs) if (status !== 0) throw new Error(`${runner} ended with ${status}`);
  const scaled = runs.map((run) => ({ ...run, wall: 1000 * run.wall }));
  return { unit: 'ms', base, entries: entriesOf(scaled, base) };
};

const entriesOf = (runs, base) =>
  Object.fromEntries(
    Object.entries(compare(runs, base, ['wall'])).map(([runner, { wall }]) => [runner, wall]),
  );
