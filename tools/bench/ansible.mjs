import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installCollection, play } from '../ansible/collection.mjs';
import { sshHosts } from '../fleet/ssh-hosts.mjs';
import { root } from '../workspace/root.mjs';

const help = `node tools/bench/ansible.mjs [--hosts N] [--forks N] [--hung N] [--only SPEC]…

Collects N hosts (default 1,000) by Ansible with so many forks (default 50) from sshd processes on this machine, in a network of their own;
some of them (default 3) never answer. Prints as JSON how long it took, and why hosts failed.
Without --only, everything is collected. The hosts are this machine, so their work is in the time, too. Needs root, Ansible and a build.`;

const { values } = parseArgs({
  options: {
    hosts: { type: 'string', default: '1000' },
    forks: { type: 'string', default: '50' },
    hung: { type: 'string', default: '3' },
    only: { type: 'string', multiple: true },
    help: { type: 'boolean' },
  },
});

const namesOf = (prefix, count) => Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);

/** Collects the hosts: how long it took, which failed, and which nothing is known of. */
const collectAll = async ({ hosts, hung, forks, only }) => {
  const { folder, remove } = installCollection();
  try {
    const [ssh, dest] = ['ssh', 'archives'].map((name) => join(folder, name));
    mkdirSync(ssh);
    // Those that hang come first, so that everybody waits if one waits for them.
    const names = [...namesOf('hung', hung), ...namesOf('web', hosts - hung)];
    const executable = join(root, 'packages/cli/bin/hostspec.cjs');
    const tasks = [{ 'hostspec.collect.collect_info': { dest, executable, ...(only ? { only } : {}) } }];
    const started = performance.now();
    const { status, results } = await play(
      folder,
      names.join('\n'),
      { tasks },
      {
        args: ['--forks', String(forks)],
        before: sshHosts(ssh),
      },
    );
    const seconds = (performance.now() - started) / 1000;
    const collected = Object.values(results).filter(({ sha256 }) => sha256 !== undefined);
    const last = Math.max(...collected.map(({ path }) => statSync(path).mtimeMs));
    return {
      status,
      seconds: Math.round(seconds),
      secondsUntilTheLastArchive: Math.round((last - performance.timeOrigin - started) / 1000),
      archives: readdirSync(dest).length,
      failed: Object.fromEntries(
        Object.entries(results)
          .filter(([, { sha256 }]) => sha256 === undefined)
          .map(([name, { msg }]) => [name, msg]),
      ),
      unreported: names.filter((name) => results[name] === undefined),
    };
  } finally {
    remove();
  }
};

if (values.help) console.log(help);
else {
  const [hosts, forks, hung] = [values.hosts, values.forks, values.hung].map(Number);
  console.log(JSON.stringify(await collectAll({ hosts, forks, hung, only: values.only }), undefined, 2));
}
