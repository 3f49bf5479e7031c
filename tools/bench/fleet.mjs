import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { sshHosts } from '../fleet/ssh-hosts.mjs';
import { root } from '../workspace/root.mjs';

const help = `node tools/bench/fleet.mjs [--hosts N] [--parallel N] [-- OPTIONS OF COLLECT]

Collects N hosts at once (default 100) from sshd processes on this machine, in a network of their own, and prints as JSON how long it took
and the most memory: of the collector, and of the ssh processes that it starts. The hosts are this machine, so their work is in the time, too.
Needs root and a build.`;

const { values, positionals } = parseArgs({
  options: {
    hosts: { type: 'string', default: '100' },
    parallel: { type: 'string' },
    help: { type: 'boolean' },
  },
  allowPositionals: true,
});

/** A number of a file in /proc, in KiB; 0 if the process is gone. */
const numberOf = (pid, file, name) => {
  try {
    const text = readFileSync(`/proc/${pid}/${file}`, 'utf8');
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
  } catch {
    return 0;
  }
};

/** The processor time of a process, in seconds. */
const cpuOf = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) / 100;
  } catch {
    return 0;
  }
};

/** The processes of this machine with their parents and command lines. */
const processes = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
        return [{ pid, parent, command: readFileSync(`/proc/${pid}/cmdline`, 'latin1') }];
      } catch {
        return [];
      }
    });

const childrenOf = (parent, all) => all.filter((each) => each.parent === parent);

/** What the collector and its ssh processes use now; the namespaces of the hosts are below `pid`. */
const sample = (pid) => {
  const all = processes();
  const [collector] = childrenOf(String(pid), all);
  if (!collector?.command.includes('hostspec.cjs')) return undefined;
  const ssh = childrenOf(collector.pid, all)
    .filter(({ command }) => /(^|\/)ssh\0/.test(command))
    .map((each) => numberOf(each.pid, 'smaps_rollup', 'Pss'));
  return {
    cpu: cpuOf(collector.pid),
    collector: numberOf(collector.pid, 'status', 'VmHWM'),
    ssh: ssh.reduce((sum, size) => sum + size, 0),
    connections: ssh.length,
  };
};

const measure = async (folder, hosts, parallel, more) => {
  writeFileSync(join(folder, 'hosts'), Array.from({ length: hosts }, (_, i) => `h${i + 1}\n`).join(''));
  const [program, ...words] = sshHosts(folder);
  const bin = join(root, 'packages/cli/bin/hostspec.cjs');
  const args = ['collect', '--hosts', 'hosts', '--output', 'out', '--parallel', parallel, '--json', ...more];
  const child = execa(program, [...words, process.execPath, bin, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    reject: false,
  });
  const most = { cpu: 0, collector: 0, ssh: 0, connections: 0 };
  const timer = setInterval(() => {
    for (const [name, value] of Object.entries(sample(child.pid) ?? {}))
      most[name] = Math.max(most[name], value);
  }, 200);
  const { exitCode: status, stdout: said } = await child;
  clearInterval(timer);
  const { collected, failed, incomplete, duration } = JSON.parse(said);
  return {
    status,
    hosts: { collected, incomplete, failed },
    seconds: duration,
    collectorCpuSeconds: most.cpu,
    mostMiB: { collector: Math.round(most.collector / 1024), ssh: Math.round(most.ssh / 1024) },
    mostConnections: most.connections,
  };
};

if (values.help) console.log(help);
else {
  const folder = mkdtempSync(join(tmpdir(), 'hostspec-bench-fleet-'));
  try {
    const result = await measure(folder, Number(values.hosts), values.parallel ?? values.hosts, positionals);
    console.log(JSON.stringify(result, undefined, 2));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
