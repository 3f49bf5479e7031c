import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sshHosts } from '../fleet/ssh-hosts.mjs';
import { sameWork, stubHost, withoutFilters } from './scenarios.mjs';
import { hostspec, measure } from './tools.mjs';

const roundTrip = 50;

// What the shell on the host uses before the runner is there.
const shellPrograms =
  'chmod dd env gzip head ls mkdir mv openssl rm rmdir sha256sum shasum true umask uname wc'.split(' ');

/**
 * The runs of scenario (b) on the host itself and over ssh with a round trip of 50 ms, each of which connects anew: the runner is there, or
 * is sent; and over a connection that ssh keeps. A login by ssh alone is for comparison.
 */
export const runOverSsh = async ({ scratch, rounds }) => {
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
